import type { Clock } from '../clock.ts'
import { logError } from '../log.ts'

/** What anyone may ask for often. */
export interface Health {
  /** Whether writes reach the disk: one made for this, and what visitors sent within the last minute. */
  write: boolean
  /** False once the files of the site are no longer those that the server was started with: pages load parts of them later. */
  build?: false
  /** Whether the mail server took what it was given last; undefined where no e-mail is sent. */
  mail?: boolean
}

interface Probes {
  /** Commits a write of one row; throws when the disk refuses it. */
  writeOneRow: () => void
  /** True where a write of a visitor failed lately. */
  writesFail: () => boolean
  buildIsWhole: () => boolean
  /** Undefined where no e-mail is sent. */
  mailWorks: (() => boolean) | undefined
}

/** How long a result is reused, in milliseconds, so that checks from outside cannot keep the disk busy. */
const REUSE_MS = 5000

export function createHealth(probes: Probes, clock: Clock): () => Health {
  let health: Health = { write: true }
  let checkedAt = Number.NEGATIVE_INFINITY
  return () => {
    const now = clock().getTime()
    if (now - checkedAt >= REUSE_MS) {
      checkedAt = now
      health = look(probes)
    }
    return { ...health, write: health.write && !probes.writesFail() }
  }
}

function look({ writeOneRow, buildIsWhole, mailWorks }: Probes): Health {
  const build = buildIsWhole() ? {} : ({ build: false } as const)
  try {
    writeOneRow()
    return { write: true, ...build, ...(mailWorks && { mail: mailWorks() }) }
  } catch (error) {
    logError('health', error)
    return { write: false, ...build }
  }
}
