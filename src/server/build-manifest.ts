import { readFileSync } from 'node:fs'
import type { Notices } from '../forms/notice.ts'
import { ExpectedError } from './expected-error.ts'

/** Contents of dist/build.json, which the build writes for the server. */
export interface BuildManifest {
  /** Origin that the pages were built for. */
  siteUrl: string
  /** UTC ISO 8601. */
  builtAt: string
  /** Commit of the sources, 40 hexadecimal digits; '' if the build did not know it. */
  commit: string
  /** Names of the facts of company.yaml that are still to be filled in. */
  missing: string[]
  notices: Notices
}

export const MANIFEST_FILE = 'build.json'
/** File in the same folder in which Astro lists the headers of single pages. */
export const HEADERS_FILE = '_headers.json'

/** Reads the manifest of a build. Throws ExpectedError when there is no build. */
export function readBuildManifest(dist: URL): BuildManifest {
  try {
    return JSON.parse(readFileSync(new URL(MANIFEST_FILE, dist), 'utf8'))
  } catch {
    throw new ExpectedError('Le site n’est pas construit : lancez d’abord « npm run build ».')
  }
}

/** French message for a SITE_URL that differs from the build. */
export function wrongAddress(siteUrl: string, built: string): string {
  return `SITE_URL vaut ${siteUrl}, le site est construit pour ${built} : reconstruisez-le avec SITE_URL=${siteUrl}.`
}
