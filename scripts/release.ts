/**
 * Creates releases/<name>.tar.gz from the built site (`npm run release` builds first): the site, its runtime
 * packages, and Node. A server needs nothing else, but must have the platform in the name.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { NGINX_FILE, readBuildManifest } from '../src/server/build-manifest.ts'
import { PLATFORM, RELEASE_FILE, type Release } from '../src/server/operations/releases/release.ts'

/** Parts of the project in a release besides its programs; the others are only for building and testing. */
const PARTS = ['dist', 'db/migrations', 'deploy', 'src', 'package.json']
/** Excluded files: sources, which are compiled instead, and Node's compile cache, which only one user can use. */
const BUILT = /^src\/.*\.(ts|tsx|astro|css)$|^dist\/compiled$/
/** Dependencies that are not loaded after the build, because it has bundled what pages need into dist. */
const BUILD_ONLY = /^(astro|@astrojs\/.+|react|react-dom|vite)$/
/** Maximum output of npm with the package.json of every package, in bytes. */
const MANIFESTS_MAX = 16 * 2 ** 20

const { values } = parseArgs({ options: { to: { type: 'string', default: 'releases' } } })
const { siteUrl, builtAt } = readBuildManifest(new URL('../dist/', import.meta.url))
const release = describeRelease()
const staging = mkdtempSync(join(tmpdir(), 'hera-release-'))
try {
  const folder = join(staging, release.name)
  fill(folder)
  const file = pack(staging, release.name, values.to)
  const megabytes = Math.round(statSync(file).size / 1e6)
  console.log(`${file} (${megabytes} Mo) : le site pour ${siteUrl}, à lancer sur ${release.platform}.`)
} finally {
  rmSync(staging, { recursive: true, force: true })
}

function describeRelease(): Release {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  // The publishing hook builds in a folder that is not a repository, and passes the commit in these variables.
  const commit = process.env.HERA_COMMIT ?? git('describe', '--always', '--dirty', '--exclude=*') ?? 'sans-git'
  const by = process.env.HERA_BY ?? git('log', '-1', '--format=%an')
  const subject = process.env.HERA_SUBJECT ?? git('log', '-1', '--format=%s')
  const minute = builtAt.slice(0, 16).replaceAll(/[-:]/g, '').replace('T', '-')
  return {
    name: `hera-${version}-${minute}-${commit}-${PLATFORM}`,
    version,
    commit,
    platform: PLATFORM,
    ...(by && { by }),
    ...(subject && { subject }),
  }
}

/** Returns the output of git; undefined outside a repository. */
function git(...args: string[]): string | undefined {
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return undefined
  }
}

function fill(folder: string): void {
  for (const part of PARTS) cpSync(part, join(folder, part), { recursive: true, filter: (path) => !BUILT.test(path) })
  // Compiled, because stripping types at run time takes 18 MB of memory and half of the time of each command.
  execFileSync('tsc', ['--project', 'tsconfig.release.json', '--outDir', folder], { stdio: 'inherit' })
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const loaded = Object.keys(dependencies).filter((name) => !BUILD_ONLY.test(name))
  for (const path of packageFolders(loaded)) cpSync(path, join(folder, path), { recursive: true, dereference: true })
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
  cpSync(process.execPath, join(folder, 'node_modules/.bin/node'))
  pinNginx(join(folder, 'dist', NGINX_FILE))
  writeFileSync(join(folder, RELEASE_FILE), `${JSON.stringify(release, null, 2)}\n`)
}

/** Replaces the link `current` by this release, so that nginx serves its files until it reads the new configuration. */
function pinNginx(file: string): void {
  const own = readFileSync(file, 'utf8').replaceAll('/opt/hera/current/', `/opt/hera/releases/${release.name}/`)
  writeFileSync(file, own)
}

/** Returns the installed folders of packages and all their dependencies, as npm resolves them. */
function packageFolders(names: readonly string[]): string[] {
  // TypeScript is an optional peer of valibot.
  const selector = names.map((name) => `:root > #${name}, :root > #${name} *:not(#typescript)`).join(', ')
  const found = execFileSync('npm', ['query', selector], { encoding: 'utf8', maxBuffer: MANIFESTS_MAX })
  return JSON.parse(found).map(({ location }: { location: string }) => location)
}

/** Packs the folder. All files become readable for the account of the service, whatever the umask here. */
function pack(staging: string, name: string, target: string): string {
  mkdirSync(target, { recursive: true })
  const file = join(target, `${name}.tar.gz`)
  execFileSync('chmod', ['-R', 'u=rwX,go=rX', join(staging, name)])
  execFileSync('tar', ['-czf', file, '-C', staging, name])
  return file
}
