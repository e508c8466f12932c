/**
 * Unpacks a browser into the temporary folder, if it is not there, and prints its path. It is a separate process,
 * because a child process started while a file is being written keeps that file open, and the system does not execute
 * such a file.
 */
import { createReadStream, createWriteStream, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'

if (process.argv[2] === 'old') {
  const path = join(tmpdir(), 'chromium-109')
  if (!existsSync(path)) {
    const packed = createRequire(import.meta.url).resolve('chromium-109/bin/chromium.br')
    const part = createWriteStream(`${path}.part`, { mode: 0o755 })
    await pipeline(createReadStream(packed), createBrotliDecompress(), part)
    renameSync(`${path}.part`, path)
  }
  console.log(path)
} else {
  // The package only unpacks its shared libraries on AWS Lambda.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs24.x'
  const { default: packaged } = await import('@sparticuz/chromium')
  const path = await packaged.executablePath()
  // Chromium crashes without fonts, and the fonts.conf of the package only names folders in /tmp.
  const fonts = join(tmpdir(), 'fonts', 'fonts.conf')
  const named = readFileSync(fonts, 'utf8')
  if (!named.includes(`${tmpdir()}/`)) writeFileSync(fonts, named.replaceAll('/tmp/', `${tmpdir()}/`))
  console.log(path)
}
