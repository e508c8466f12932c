import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What `npm run release` says of a release, in release.json. */
export interface Release {
  /** Name of its folder and, with .tar.gz, of its archive. */
  name: string
  version: string
  commit: string
  platform: string
  /** Who wrote the last change in it, and in what words; none outside a repository. */
  by?: string
  subject?: string
}

export const RELEASE_FILE = 'release.json'
/** Operating system and processor, such as linux-x64: a release holds programs for one of them. */
export const PLATFORM = `${process.platform}-${process.arch}`

/** A release cannot be installed, or there is none to go back to. The message is a French sentence for the operator. */
export class ReleaseError extends Error {}

/** The folder of this program. */
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))

/** The release in a folder; undefined for a folder that `npm run release` did not make. */
export function readRelease(folder = ROOT): Release | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, RELEASE_FILE), 'utf8'))
  } catch {
    return undefined
  }
}

/** Says that SITE_URL is not the address that the site was built for, and what to do: a server with a release cannot build. */
export function wrongAddress(siteUrl: string, built: string, release = readRelease()): string {
  const remedy = release
    ? `corrigez SITE_URL dans /etc/hera/hera.env, ou installez une archive construite pour ${siteUrl}`
    : `relancez « npm run build » avec SITE_URL=${siteUrl}`
  return `SITE_URL vaut ${siteUrl}, le site est construit pour ${built} : ${remedy}.`
}

/**
 * Where this program is installed: a folder with `releases/<name>`, the link `current` to the one that is served, and
 * `previous` to the one before it. Throws ReleaseError when this program is not in such a folder.
 */
export function installedIn(): string {
  const base = dirname(dirname(ROOT))
  if (linked(base, 'current')) return base
  throw new ReleaseError(
    'Hera n’est pas installée en versions ici (releases/ et current, voir deploy/LISEZMOI.md) : il n’y a rien à basculer.',
  )
}

/** The name of the release that a link points to; undefined when there is no such link. */
export function linked(base: string, link: 'current' | 'previous'): string | undefined {
  try {
    return basename(readlinkSync(join(base, link)))
  } catch {
    return undefined
  }
}

/** Points a link to a release. A rename puts the new link in the place of the old one, so that it is never missing. */
export function pointTo(base: string, link: 'current' | 'previous', name: string): void {
  const next = join(base, `${link}.next`)
  rmSync(next, { force: true })
  symlinkSync(join('releases', name), next)
  renameSync(next, join(base, link))
}

export function releaseFolder(base: string, name: string): string {
  return join(base, 'releases', name)
}

/**
 * Runs the command of a release with the Node that it brings, under the account of the service, so that it leaves no file
 * that the service cannot write.
 * @returns what it said where it failed; undefined where it went well
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

/** Removes every release but those that `current` and `previous` point to. */
export function removeOldReleases(base: string): void {
  const kept = [linked(base, 'current'), linked(base, 'previous')]
  for (const name of readdirSync(join(base, 'releases')))
    if (!kept.includes(name)) rmSync(releaseFolder(base, name), { recursive: true, force: true })
}
