import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach } from 'vitest'
import { parse } from 'yaml'
import { copyContent } from '../support/content.ts'

/** As wide as the opening picture of the home page must be, but low, because every picture is decoded. */
const PICTURE = 'tests/fixtures/wide.webp'

/** Creates the texts of `copyContent`, with a file for each picture, anew before each test. */
export function contentFolder() {
  const root = mkdtempSync(join(tmpdir(), 'hera-textes-'))
  const [folder, pictures] = [join(root, 'content'), join(root, 'pictures')]
  const fill = () => {
    rmSync(root, { recursive: true, force: true })
    copyContent(folder)
    mkdirSync(pictures)
    for (const name of Object.keys(parse(readFileSync(join(folder, 'pictures.yaml'), 'utf8'))))
      cpSync(PICTURE, join(pictures, `${name}.webp`))
  }
  fill()
  beforeEach(fill)
  afterAll(() => rmSync(root, { recursive: true, force: true }))
  return {
    folder,
    pictures,
    read: (file: string) => readFileSync(join(folder, file), 'utf8'),
    write(file: string, text: string | Buffer) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), text)
    },
  }
}
