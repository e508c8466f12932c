import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'

/** A copy of tests/fixtures/content, whose texts are the tests' own, with a file for each of its pictures. */
export interface ContentFolder {
  folder: string
  pictures: string
  read(file: string): string
  write(file: string, text: string): void
  /** Removes the copy. */
  remove(): void
}

export function contentFolder(): ContentFolder {
  const root = mkdtempSync(join(tmpdir(), 'hera-textes-'))
  const [folder, pictures] = [join(root, 'content'), join(root, 'pictures')]
  cpSync('tests/fixtures/content', folder, { recursive: true })
  mkdirSync(pictures)
  for (const name of Object.keys(parse(readFileSync(join(folder, 'pictures.yaml'), 'utf8'))))
    cpSync('tests/fixtures/picture.webp', join(pictures, `${name}.webp`))
  return {
    folder,
    pictures,
    read: (file) => readFileSync(join(folder, file), 'utf8'),
    write(file, text) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), text)
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}
