import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const TEXT = /\.(css|html|ics|js|json|svg|txt|xml)$/

/** Writes a Brotli and a gzip copy beside every text file of a folder if the copy is smaller. */
export async function precompress(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && TEXT.test(entry.name))
  await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name)
      const body = await readFile(path)
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
      const br = await promisify(brotliCompress)(body, { params })
      const gz = await promisify(gzip)(body, { level: 9 })
      if (br.length < body.length) await writeFile(`${path}.br`, br)
      if (gz.length < body.length) await writeFile(`${path}.gz`, gz)
    }),
  )
}
