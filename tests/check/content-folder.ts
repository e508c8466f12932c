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
import { layContent } from '../content.ts'

/** As wide as the picture that opens the home page must be, and low: each one is decoded. */
const PICTURE = 'tests/fixtures/wide.webp'

/**
 * Lays the texts of `layContent` for a test file, with a file for each of their pictures; to be called at its top. What a
 * test changes there is put back after it.
 */
export function contentFolder() {
  const root = mkdtempSync(join(tmpdir(), 'hera-textes-'))
  const [folder, pictures] = [join(root, 'content'), join(root, 'pictures')]
  layContent(folder)
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
    /** Runs `npm run check:content` on the texts, in a project that has no pictures but these. */
    command(...args: string[]) {
      const project = mkdtempSync(join(tmpdir(), 'hera-projet-'))
      mkdirSync(join(project, 'src/assets'), { recursive: true })
      for (const name of readdirSync('src'))
        if (name !== 'assets') symlinkSync(resolve('src', name), join(project, 'src', name))
      symlinkSync(pictures, join(project, 'src/assets/pictures'))
      const script = resolve('src/check/tools/content-command.ts')
      return spawnSync(process.execPath, [script, folder, ...args], { cwd: project, encoding: 'utf8' })
    },
  }
}

interface Kept {
  bytes: Buffer
  /** When the file last changed; undefined once it was written anew, perhaps within the same tick of the clock. */
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
