import { execFileSync } from 'node:child_process'
import { company, missing } from '../copy/facts/facts.ts'
import { noticesFor } from '../copy/notices.ts'
import type { BuildManifest } from '../server/build-manifest.ts'

/**
 * Returns the data about a build that the server needs.
 * @param siteUrl origin that the site is built for
 */
export function buildManifest(siteUrl: string): BuildManifest {
  return {
    siteUrl,
    builtAt: new Date().toISOString(),
    commit: builtCommit(),
    missing,
    notices: noticesFor(company),
  }
}

/** Returns the commit that is built, from COMMIT or from git; '' if neither says, as in an image built without COMMIT. */
function builtCommit(): string {
  if (process.env.COMMIT) return process.env.COMMIT.trim()
  try {
    const stdio = ['ignore', 'pipe', 'ignore'] as const
    return execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', stdio: [...stdio] }).trim()
  } catch {
    return ''
  }
}
