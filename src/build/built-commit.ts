import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Returns the commit that is built, 40 hexadecimal digits: from COMMIT, which an image built without .git gets as a
 * build argument, or else from .git, because the images of Node have no git. Returns '' if neither says.
 */
export function builtCommit(env: NodeJS.ProcessEnv = process.env, root = ROOT): string {
  return env.COMMIT?.trim() || readHead(join(root, '.git'))
}

function readHead(git: string): string {
  try {
    // In a worktree, .git is a file that names the folder.
    const folder = /^gitdir: (.+)$/m.exec(readText(git))?.[1] ?? git
    const head = readText(join(folder, 'HEAD')).trim()
    const ref = /^ref: (.+)$/.exec(head)?.[1]
    if (!ref) return head
    const common = join(folder, readText(join(folder, 'commondir')).trim())
    const packed = readText(join(common, 'packed-refs'))
    return (
      readText(join(common, ref)).trim() ||
      (packed
        .split('\n')
        .find((line) => line.endsWith(` ${ref}`))
        ?.slice(0, 40) ??
        '')
    )
  } catch {
    return ''
  }
}

/** Returns the text of a file; '' if there is none, or a folder. */
function readText(path: string): string {
  try {
    return existsSync(path) ? readFileSync(path, 'utf8') : ''
  } catch {
    return ''
  }
}
