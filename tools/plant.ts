import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildCopy, copyProject } from '../tests/scratch-copy.ts'
import { BUILT, type Fault, SOURCE } from './faults.ts'

/**
 * Plants one fault at a time in a copy of the project, rebuilds the site if needed and runs the tests that should
 * notice it. Prints each fault and returns the exit code: 1 if a fault was noticed by no test.
 * @param words plants only faults whose sentence or file contains one of them; an empty list plants all
 */
export function plantFaults(words: readonly string[]): number {
  const isWanted = ({ defect, file }: Fault) =>
    words.length === 0 || words.some((word) => defect.includes(word) || file.includes(word))
  const [built, source] = [BUILT.filter(isWanted), SOURCE.filter(isWanted)]
  const root = copyProject([], [], true)
  // tests/astro-features.test.ts copies the files that git lists, so this copy must be a repository too.
  spawnSync('git', ['init', '--quiet'], { cwd: root })
  const survivors: Fault[] = []
  try {
    buildCopy(root)
    const files = new Set([...built, ...source].flatMap(({ tests }) => tests))
    if (!passes(root, [...files])) throw new Error('The tests fail before anything is planted.')
    cpSync(join(root, 'dist'), join(root, 'sound'), { recursive: true })
    for (const fault of [...source, ...built]) {
      const noticed = isNoticed(root, fault, built.includes(fault))
      console.log(`${noticed ? 'noticed ' : 'SURVIVED'}  ${fault.defect} (${fault.file})`)
      if (!noticed) survivors.push(fault)
    }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
  console.log(`${built.length + source.length} faults planted, ${survivors.length} noticed by no test.`)
  return survivors.length > 0 ? 1 : 0
}

function isNoticed(root: string, { file, from, to, tests }: Fault, built: boolean): boolean {
  const path = join(root, file)
  const sound = readFileSync(path, 'utf8')
  if (!sound.includes(from)) throw new Error(`${file} has no «${from}» any more.`)
  writeFileSync(
    path,
    sound.replace(from, () => to),
  )
  try {
    if (built) buildCopy(root)
    return !passes(root, tests)
  } catch {
    // A failing build counts as noticed.
    return true
  } finally {
    writeFileSync(path, sound)
    if (built) {
      rmSync(join(root, 'dist'), { recursive: true })
      cpSync(join(root, 'sound'), join(root, 'dist'), { recursive: true })
    }
  }
}

function passes(root: string, tests: readonly string[]): boolean {
  const { status } = spawnSync('node_modules/.bin/vitest', ['run', '--bail=1', ...tests], {
    cwd: root,
    stdio: 'ignore',
  })
  return status === 0
}
