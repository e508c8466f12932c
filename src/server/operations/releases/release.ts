import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ExpectedError } from '../../expected-error.ts'

/** Content of release.json, written by `npm run release`. */
export interface Release {
  /** Name of its folder; with .tar.gz, of its archive. */
  name: string
  version: string
  commit: string
  platform: string
  /** Author and subject of the last commit; undefined outside a repository. */
  by?: string
  subject?: string
}

export const RELEASE_FILE = 'release.json'
/** Operating system and processor, such as linux-x64: a release contains binaries for one of them. */
export const PLATFORM = `${process.platform}-${process.arch}`

/** The folder of this program. */
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))

/** Reads release.json of a folder; returns undefined if `npm run release` did not make the folder. */
export function readRelease(folder = ROOT): Release | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, RELEASE_FILE), 'utf8'))
  } catch {
    return undefined
  }
}

/** French message for a SITE_URL that differs from the build. A server with a release cannot rebuild. */
export function wrongAddress(siteUrl: string, built: string, release = readRelease()): string {
  const remedy = release
    ? `corrigez SITE_URL dans /etc/hera/hera.env, ou installez une archive construite pour ${siteUrl}`
    : `relancez « npm run build » avec SITE_URL=${siteUrl}`
  return `SITE_URL vaut ${siteUrl}, le site est construit pour ${built} : ${remedy}.`
}

/**
 * Returns the folder in which this program is installed. It contains `releases/<name>`, the link `current` to the
 * release online and `previous` to the one before. Throws ExpectedError if the program is not in such a folder.
 */
export function installedIn(): string {
  const base = installation()
  if (base) return base
  throw new ExpectedError(
    'Hera n’est pas installée en versions ici (releases/ et current, voir deploy/LISEZMOI.md) : il n’y a rien à basculer.',
  )
}

/** Like installedIn(), but returns undefined if the program is not in such a folder. */
export function installation(): string | undefined {
  const base = dirname(dirname(ROOT))
  return linked(base, 'current') && base
}

/** Returns the name of the release that a link points to; undefined if the link does not exist. */
export function linked(base: string, link: 'current' | 'previous'): string | undefined {
  try {
    return basename(readlinkSync(join(base, link)))
  } catch {
    return undefined
  }
}

/** Points a link to a release. The link is replaced by a rename, so that it is never missing. */
export function pointTo(base: string, link: 'current' | 'previous', name: string): void {
  const next = join(base, `${link}.next`)
  rmSync(next, { force: true })
  symlinkSync(join('releases', name), next)
  renameSync(next, join(base, link))
}

/** Returns the version of the database that a release reads: the number of its migrations. */
export function schemaVersion(folder: string): number {
  return readdirSync(join(folder, 'db/migrations')).filter((name) => name.endsWith('.sql')).length
}

export function releaseFolder(base: string, name: string): string {
  return join(base, 'releases', name)
}

/**
 * Runs `hera` of a release with the Node included in it, under the account of the service, so that the service
 * can write all its files.
 * @returns its error output if it fails; undefined if it succeeds
 */
export function runHera(
  release: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  account: { uid: number; gid: number },
): string | undefined {
  const options = { cwd: release, env, encoding: 'utf8', ...account } as const
  const { status, stderr } = spawnSync('node_modules/.bin/node', ['hera.mjs', ...args], options)
  return status === 0 ? undefined : (stderr ?? '')
}

/** Removes all releases except those that `current` and `previous` point to. */
export function removeOldReleases(base: string): void {
  const kept = [linked(base, 'current'), linked(base, 'previous')]
  for (const name of readdirSync(join(base, 'releases')))
    if (!kept.includes(name)) rmSync(releaseFolder(base, name), { recursive: true, force: true })
}
