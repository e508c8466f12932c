import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach } from 'vitest'
import { parse } from 'yaml'

/** As wide as the opening picture of the home page must be, but low, because every picture is decoded. */
const PICTURE = 'tests/fixtures/wide.webp'

/**
 * Copies the texts of the site, overwrites some with the tests' own fixtures, and adds a file for each picture. After
 * each test its changes are undone.
 */
export function contentFolder() {
  const root = mkdtempSync(join(tmpdir(), 'hera-textes-'))
  const [folder, pictures] = [join(root, 'content'), join(root, 'pictures')]
  for (const from of ['src/content', 'tests/fixtures/content']) cpSync(from, folder, { recursive: true })
  mkdirSync(pictures)
  for (const name of Object.keys(parse(readFileSync(join(folder, 'pictures.yaml'), 'utf8'))))
    cpSync(PICTURE, join(pictures, `${name}.webp`))
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  const former = new Map<string, Buffer | undefined>()
  afterEach(() => {
    for (const [path, bytes] of former)
      if (bytes) writeFileSync(path, bytes)
      else rmSync(path, { force: true })
    former.clear()
  })
  /** Returns a path whose file may be changed, created or removed. */
  const changing = (path: string) => {
    if (!former.has(path)) former.set(path, existsSync(path) ? readFileSync(path) : undefined)
    return path
  }
  const read = (file: string) => (existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : '')
  const write = (file: string, text: string | Buffer) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(changing(join(folder, file)), text)
  }
  return {
    folder,
    pictures,
    changing,
    read,
    write,
    edit: (file: string, from: RegExp, to: string) => write(file, read(file).replace(from, to)),
    remove: (file: string) => rmSync(changing(join(folder, file))),
  }
}
