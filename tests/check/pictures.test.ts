import { readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { checkContent } from '../../src/check/check-content.ts'
import { contentFolder } from './content-folder.ts'

const { folder, pictures, changing } = contentFolder()
/** A JPEG of the site, of more than 20 kB. */
const JPEG = 'public/partage.jpg'
const picture = (name: string) => changing(join(pictures, name))
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#efe6d2' } })

it.each<[string, () => unknown, RegExp]>([
  ['is cut off', () => truncateSync(picture('macro.webp'), 1000), /vide, coupée ou abîmée/],
  ['is half a JPEG', () => writeFileSync(picture('stand.jpg'), readFileSync(JPEG).subarray(0, 20_000)), /abîmée/],
  ['is a web page', () => writeFileSync(picture('macro.webp'), '<html>'), /abîmée/],
  ['is missing', () => rmSync(picture('macro.webp')), /« macro » n’a pas de fichier/],
  ['is HEIC', () => writeFileSync(picture('stand.heic'), '\0\0\0\x18ftypheic'), /pas d’image HEIC/],
  [
    'ends in capitals',
    () => renameSync(picture('macro.webp'), picture('macro.WEBP')),
    /ne voit pas ce fichier[\s\S]*n’a pas de fichier|n’a pas de fichier[\s\S]*ne voit pas ce fichier/,
  ],
  [
    'opens the home page and is higher than wide',
    () => plain(1600, 2000).webp().toFile(picture('hero.webp')),
    /1600 × 2000 pixels ne remplit pas/,
  ],
])('a picture that %s stops the build', async (_, damage, says) => {
  await damage()
  const found = await checkContent(folder, pictures)
  expect(found.map(({ what }) => what).join('\n')).toMatch(says)
  expect(found.every(({ breaks }) => breaks)).toBe(true)
})

it('a rotated photograph of a phone passes, and so does a spare one', async () => {
  rmSync(picture('macro.webp'))
  await plain(900, 1350).withMetadata({ orientation: 6 }).jpeg().toFile(picture('macro.jpg'))
  await plain(900, 900).png().toFile(picture('de-rechange.png'))
  expect(await checkContent(folder, pictures)).toEqual([])
})
