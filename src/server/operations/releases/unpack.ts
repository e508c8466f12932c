import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readBuildManifest } from '../../build-manifest.ts'
import { ExpectedError } from '../../expected-error.ts'
import type { Host } from './host.ts'
import { linked, PLATFORM, type Release, readRelease, releaseFolder, runHera } from './release.ts'

/**
 * Unpacks the archive of a release into `releases/` and checks if it runs on this machine. The release online is not
 * changed. Throws ExpectedError and removes all files if the archive is damaged or made for another platform or site.
 */
export function unpack(base: string, archive: string, host: Host): Release {
  if (!existsSync(archive)) throw new ExpectedError(`${archive} n’existe pas.`)
  const part = join(base, '.unpacking')
  rmSync(part, { recursive: true, force: true })
  mkdirSync(part)
  try {
    extract(archive, part)
    const [only = '', ...others] = readdirSync(part)
    const folder = join(part, only)
    const release = others.length === 0 ? readRelease(folder) : undefined
    if (release?.name !== only) throw new ExpectedError(`${archive} n’a pas été faite par « npm run release ».`)
    check(base, folder, release, host)
    rmSync(releaseFolder(base, only), { recursive: true, force: true })
    renameSync(folder, releaseFolder(base, only))
    return release
  } finally {
    rmSync(part, { recursive: true, force: true })
  }
}

function extract(archive: string, into: string): void {
  try {
    execFileSync('tar', ['-xzf', archive, '-C', into, '--no-same-owner'], { stdio: ['ignore', 'ignore', 'pipe'] })
  } catch {
    throw new ExpectedError(
      `${archive} est abîmée ou incomplète, ou le disque est plein : faites de la place, puis copiez-la de nouveau.`,
    )
  }
}

function check(base: string, folder: string, { name, platform }: Release, { siteUrl, account }: Host): void {
  if (linked(base, 'current') === name) throw new ExpectedError(`${name} est déjà en service.`)
  if (platform !== PLATFORM)
    throw new ExpectedError(`${name} est faite pour ${platform}, cette machine est ${PLATFORM} : refaites-la ici.`)
  assertBuiltFor(siteUrl, folder, 'hera upgrade')
  const fault = runHera(folder, ['--help'], { PATH: '' }, account)
  if (fault !== undefined)
    throw new ExpectedError(`Le programme de ${name} ne se lance pas sur cette machine. ${fault}`)
}

/**
 * Throws ExpectedError if a release is built for another address than SITE_URL, because it would not start.
 * @param command command to run again once SITE_URL is corrected
 */
export function assertBuiltFor(siteUrl: string | undefined, folder: string, command: string): void {
  const built = readBuildManifest(pathToFileURL(join(folder, 'dist/'))).siteUrl
  if (siteUrl && siteUrl !== built)
    throw new ExpectedError(
      `${basename(folder)} est construite pour ${built}, SITE_URL vaut ${siteUrl}. Si ${built} est l’adresse voulue, écrivez SITE_URL=${built} dans /etc/hera/hera.env, puis : ${command} ; sinon, construisez une archive pour ${siteUrl}.`,
    )
}
