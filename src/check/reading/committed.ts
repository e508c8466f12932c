import { execFileSync } from 'node:child_process'
import { relative } from 'node:path'
import { dayInParis } from '../../forms/calendar.ts'
import { GUIDES, type Source, sourceOf } from './sources.ts'

/** Thrown where git or the last commit cannot be asked. */
export class NoCommitError extends Error {}

/** The day of the last commit; undefined where git or that commit cannot be asked. */
export function lastCommitDay(root: string): string | undefined {
  try {
    return git(root, ['log', '-1', '--format=%cs']).toString('utf8').trim()
  } catch {
    return undefined
  }
}

/** The last day that a text may call today: that of the clock or, if later, of the last commit; a year more without one. */
export function latestToday(committed: string | undefined, now: Date): string {
  const today = dayInParis(now)
  // A clock that is behind would call every text one of the future.
  if (committed === undefined) return `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`
  return committed > today ? committed : today
}

/**
 * The files of a content folder, or of a folder in it, as the last commit has them.
 * @throws NoCommitError outside of a repository, or before its first commit
 */
export function committedSources(root: string, folder = ''): Source[] {
  const files = git(root, ['ls-tree', '-r', '-z', '--name-only', 'HEAD', `./${folder}`])
    .toString('utf8')
    .split('\0')
    .filter((name) => name !== '' && !GUIDES.includes(name) && !/(^|\/)\./.test(name))
    .sort()
  const blobs = readBlobs(git(root, ['cat-file', '--batch'], files.map((name) => `HEAD:./${name}\n`).join('')))
  return files.map((name, index) => sourceOf(`${relative('', root)}/${name}`, name, blobs[index] ?? ''))
}

function git(cwd: string, command: string[], input = ''): Buffer {
  try {
    return execFileSync('git', command, { cwd, input, stdio: ['pipe', 'pipe', 'ignore'], maxBuffer: 2 ** 28 })
  } catch {
    throw new NoCommitError()
  }
}

/** The texts of `git cat-file --batch`: a line that ends in the size, the bytes, a line feed, and again. */
function readBlobs(output: Buffer): string[] {
  const texts: string[] = []
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf('\n', at)
    const size = Number(output.toString('latin1', at, end).split(' ').at(-1))
    texts.push(output.toString('utf8', end + 1, end + 1 + size))
    at = end + size + 2
  }
  return texts
}
