import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach } from 'vitest'
import { parse } from 'yaml'
import { layContent } from '../content.ts'

/** The texts of `layContent`, with a file for each of its pictures. */
export interface ContentFolder {
  folder: string
  pictures: string
  read(file: string): string
  write(file: string, text: string): void
}

const PICTURE = 'tests/fixtures/picture.webp'

/** Makes the copy for a test file, to be called at its top: what a test changes there is put back after it. */
export function contentFolder(): ContentFolder {
  const root = mkdtempSync(join(tmpdir(), 'hera-textes-'))
  const [folder, pictures] = [join(root, 'content'), join(root, 'pictures')]
  layContent(folder)
  mkdirSync(pictures)
  for (const name of Object.keys(parse(readFileSync(join(folder, 'pictures.yaml'), 'utf8'))))
    cpSync(PICTURE, join(pictures, `${name}.webp`))
  const original = filesIn(root)
  afterEach(() => putBack(root, original))
  afterAll(() => rmSync(root, { recursive: true, force: true }))
  return {
    folder,
    pictures,
    read: (file) => readFileSync(join(folder, file), 'utf8'),
    write(file, text) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), text)
    },
  }
}

/** What each file of a folder holds, by path. */
function filesIn(root: string): Map<string, Buffer> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory())
  return new Map(entries.map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name))]))
}

function putBack(root: string, original: ReadonlyMap<string, Buffer>): void {
  const now = filesIn(root)
  for (const path of now.keys()) if (!original.has(path)) rmSync(path)
  for (const [path, bytes] of original) {
    if (now.get(path)?.equals(bytes)) continue
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, bytes)
  }
}
