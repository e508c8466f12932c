import { execFileSync } from 'node:child_process'
import { relative } from 'node:path'
import { dayInParis } from '../../forms/calendar.ts'
import { GUIDES, type Source, sourceOf } from './sources.ts'

/** Returns the day of the last commit; undefined if git or the commit is not available. */
export function lastCommitDay(root: string): string | undefined {
  return git(root, ['log', '-1', '--format=%cs']).toString('utf8').trim() || undefined
}

/** Returns the latest day that texts may call today: the later of clock and last commit; in a year without a commit. */
export function latestToday(committed: string | undefined, now: Date): string {
  const today = dayInParis(now)
  // Allows a year, because with a slow clock every recent date would be in the future.
  if (committed === undefined) return `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`
  return committed > today ? committed : today
}

/** Returns the files of a content folder, or of a folder in it, from the last commit; none without a commit. */
export function committedSources(root: string, folder = ''): Source[] {
  const files = git(root, ['ls-tree', '-r', '-z', '--name-only', 'HEAD', `./${folder}`])
    .toString('utf8')
    .split('\0')
    .filter((name) => name !== '' && !GUIDES.includes(name) && !/(^|\/)\./.test(name))
    .sort()
  const blobs = readBlobs(git(root, ['cat-file', '--batch'], files.map((name) => `HEAD:./${name}\n`).join('')))
  return files.map((name, index) => sourceOf(`${relative('', root)}/${name}`, name, blobs[index] ?? ''))
}

/** Returns the output of a git command; empty outside a repository or before its first commit. */
function git(cwd: string, command: string[], input = ''): Buffer {
  try {
    return execFileSync('git', command, { cwd, input, stdio: ['pipe', 'pipe', 'ignore'], maxBuffer: 2 ** 28 })
  } catch {
    return Buffer.alloc(0)
  }
}

/** Parses the output of `git cat-file --batch`: for each text, a line that ends in its size, its bytes, a line feed. */
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
