import { readFileSync } from 'node:fs'
import type { Notices } from '../forms/notice.ts'
import { ConfigError } from './config.ts'

/** What the build tells the server, in dist/build.json. */
export interface BuildManifest {
  /** Origin that the pages were built for. */
  siteUrl: string
  builtAt: string
  /** Shown at the end of some messages. */
  contactEmail: string
  /** Names of the facts of company.yaml that are still to be filled in. */
  missing: string[]
  /** Last day of the campaign, AAAA-MM-JJ. */
  campaignEnds: string
  notices: Notices
}

export const MANIFEST_FILE = 'build.json'
/** Where Astro lists the headers of single pages, in the same folder. */
export const HEADERS_FILE = '_headers.json'
/** What nginx serves by itself, and the headers of the same files for a CDN, in the same folder. */
export const NGINX_FILE = 'nginx-static.conf'
export const CDN_FILE = '_headers'

/** Reads the manifest of a build. Throws ConfigError when there is no build. */
export function readBuildManifest(dist: URL): BuildManifest {
  try {
    return JSON.parse(readFileSync(new URL(MANIFEST_FILE, dist), 'utf8'))
  } catch {
    throw new ConfigError('Le site n’est pas construit : lancez d’abord « npm run build ».')
  }
}

/** True while a folder holds the build of that manifest; false once another one takes its place or is being made. */
export function isSameBuild(dist: URL, { builtAt }: BuildManifest): boolean {
  try {
    return readBuildManifest(dist).builtAt === builtAt
  } catch {
    return false
  }
}
