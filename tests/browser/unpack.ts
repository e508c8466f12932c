/**
 * Unpacks a browser into the temporary folder and prints its path. A program of its own: while a process still writes a file,
 * any that it starts meanwhile holds that file open, and the system does not run it.
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
  // The package unpacks the libraries that a bare machine lacks only where it takes the machine for AWS Lambda.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs24.x'
  const { default: packaged } = await import('@sparticuz/chromium')
  const path = await packaged.executablePath()
  // It crashes where it finds no font, and its list of fonts names those in /tmp.
  const fonts = join(tmpdir(), 'fonts', 'fonts.conf')
  if (tmpdir() !== '/tmp') writeFileSync(fonts, readFileSync(fonts, 'utf8').replaceAll('/tmp/', `${tmpdir()}/`))
  console.log(path)
}
