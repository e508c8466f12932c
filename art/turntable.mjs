// Writes the developed frames of art/out/ to src/assets/turntable/. AVIF with all of its colour: at half of it, the brown of the
// mark turns grey at this quality.
import { globSync, mkdirSync } from 'node:fs'
import sharp from 'sharp'

const out = `${import.meta.dirname}/out`
const target = `${import.meta.dirname}/../src/assets/turntable`
mkdirSync(target, { recursive: true })
let [avif, webp] = [0, 0]
for (const frame of globSync('turntable-*-developed.png', { cwd: out })) {
  const picture = sharp(`${out}/${frame}`)
  const name = `${target}/${frame.split('-')[1]}`
  avif += (await picture.clone().avif({ quality: 26, chromaSubsampling: '4:4:4' }).toFile(`${name}.avif`)).size
  webp += (await picture.clone().resize(720).webp({ quality: 55, effort: 6 }).toFile(`${name}.webp`)).size
}
console.log(`AVIF ${Math.round(avif / 1000)} kB, WebP ${Math.round(webp / 1000)} kB`)
