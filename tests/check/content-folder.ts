import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, afterEach } from 'vitest'
import { parse } from 'yaml'
import { copyContent } from '../content.ts'

/** As wide as the opening picture of the home page must be, but low, because every picture is decoded. */
const PICTURE = 'tests/fixtures/wide.webp'

/**
 * Creates the texts of `copyContent`, with a file for each picture. Call it at the top of a test file. Changes are
 * undone after each test.
 */
export function contentFolder() {
  const root = mkdtempSync(join(tmpdir(), 'hera-textes-'))
  const [folder, pictures] = [join(root, 'content'), join(root, 'pictures')]
  copyContent(folder)
  mkdirSync(pictures)
  for (const name of Object.keys(parse(readFileSync(join(folder, 'pictures.yaml'), 'utf8'))))
    cpSync(PICTURE, join(pictures, `${name}.webp`))
  const original = new Map(
    pathsIn(root).map((path): [string, Kept] => [path, { bytes: readFileSync(path), changed: changeOf(path) }]),
  )
  afterEach(() => putBack(root, original))
  afterAll(() => rmSync(root, { recursive: true, force: true }))
  return {
    folder,
    pictures,
    read: (file: string) => readFileSync(join(folder, file), 'utf8'),
    write(file: string, text: string) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), text)
    },
    /** Runs `npm run check:content` on these texts, in a project with these pictures only. */
    command(...args: string[]) {
      const project = mkdtempSync(join(tmpdir(), 'hera-projet-'))
      mkdirSync(join(project, 'src/assets'), { recursive: true })
      for (const name of readdirSync('src'))
        if (name !== 'assets' && name !== 'content') symlinkSync(resolve('src', name), join(project, 'src', name))
      symlinkSync(folder, join(project, 'src/content'))
      symlinkSync(pictures, join(project, 'src/assets/pictures'))
      const script = resolve('src/check/tools/content-command.ts')
      return spawnSync(process.execPath, [script, ...args], { cwd: project, encoding: 'utf8' })
    },
  }
}

interface Kept {
  bytes: Buffer
  /** Change time of the file; undefined once it was restored, because that may happen within one tick of the clock. */
  changed: bigint | undefined
}

const pathsIn = (root: string) =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name))

const changeOf = (path: string) => statSync(path, { bigint: true, throwIfNoEntry: false })?.ctimeNs

function putBack(root: string, original: ReadonlyMap<string, Kept>): void {
  for (const path of pathsIn(root)) if (!original.has(path)) rmSync(path)
  for (const [path, file] of original) {
    if (file.changed !== undefined && file.changed === changeOf(path)) continue
    file.changed = undefined
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, file.bytes)
  }
}
