import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { valid } from '../samples.ts'
import { openSite, SERVE } from '../site.ts'

const folder = mkdtempSync(join(tmpdir(), 'hera-archive-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A commit of one person that another one applied, and a file that was deleted since. */
const COMMIT = `git init -q . && touch a && git add a && rm a
git -c user.name=Forge -c user.email=f@x.fr commit -q --author='Léa Martin <l@x.fr>' -m 'Corrige le délai'`

it('npm run release builds one archive that runs the site on a bare system', async () => {
  execFileSync('sh', ['-ec', COMMIT], { cwd: folder })
  // At its default level gzip takes five seconds for Node alone.
  const env = { ...process.env, GZIP: '-1', GIT_DIR: join(folder, '.git'), GIT_WORK_TREE: folder }
  // A strict umask of the builder must not make files unreadable for the service account.
  const build = ['-c', 'umask 077 && exec "$0" scripts/release.ts --to "$1"', process.execPath, folder]
  execFileSync('sh', build, { stdio: 'ignore', env })
  const [archive = ''] = globSync('*.tar.gz', { cwd: folder })
  expect(archive).toMatch(/^hera-\d+\.\d+\.\d+-\d{8}-\d{4}-\w+-dirty-\S+\.tar\.gz$/)
  const unpacked = execFileSync('tar', ['-xvvzf', join(folder, archive), '-C', folder], {
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
  expect(
    unpacked.split('\n').filter((line) => /^(?:-.{6}[^r]|d.{6}[^r].[^x])/.test(line)),
    'files that only the builder can read',
  ).toEqual([])
  const release = join(folder, archive.replace('.tar.gz', ''))
  const described = JSON.parse(readFileSync(join(release, 'release.json'), 'utf8'))
  expect(described).toMatchObject({ by: 'Léa Martin', subject: 'Corrige le délai' })
  for (const builder of ['astro', 'vite', 'vitest', 'typescript'])
    expect(existsSync(join(release, 'node_modules', builder)), `${builder} is in the archive`).toBe(false)

  const types = readdirSync(release, { recursive: true, encoding: 'utf8' }).filter(
    (path) => !path.startsWith('node_modules/') && path.endsWith('.ts'),
  )
  expect(types, 'TypeScript modules, whose types Node would strip at each start').toEqual([])
  expect(existsSync(join(release, 'dist/compiled')), 'compile cache of the builder').toBe(false)
  const masters = 'src/assets/pictures'
  expect(readdirSync(join(release, masters)), 'pictures for letters').toEqual(readdirSync(masters))

  // nginx reloads the file after the switch; until then it serves files of the release of the file.
  const roots = readFileSync(join(release, 'dist/nginx-static.conf'), 'utf8').match(/\/opt\/hera\/[^/]+\/[^/]+/g)
  expect([...new Set(roots)], 'folders served by nginx').toEqual([`/opt/hera/releases/${basename(release)}`])
  expect(readFileSync(join(release, 'deploy/hera.service'), 'utf8')).toContain('server.mjs')

  const command = ['node_modules/.bin/node', ...SERVE.slice(1)] as [string, ...string[]]
  const site = await openSite({ PATH: '' }, command, release)
  try {
    const page = await fetch(`${site.url}/quilting`)
    expect(page.status, 'status of a page').toBe(200)
    expect(
      (await fetch(`${site.url}/formulaires/contact`, { method: 'POST', body: new URLSearchParams() })).status,
      'status of an empty form',
    ).toBe(422)
    const body = new URLSearchParams(valid.contact)
    expect(
      (await fetch(`${site.url}/formulaires/contact`, { method: 'POST', body, redirect: 'manual' })).status,
      'status of a form',
    ).toBe(303)
    expect(site.rows('contact_messages'), 'stored rows').toHaveLength(1)
    const env = { PATH: '', DATABASE_PATH: site.databasePath }
    const { stdout, status } = spawnSync(command[0], ['hera.mjs', 'list', 'contact'], {
      cwd: release,
      env,
      encoding: 'utf8',
    })
    expect(status, 'exit code of hera list').toBe(0)
    expect(stdout.trim()).toMatch(/^C-[^\n]+$/)
  } finally {
    await site.close()
  }
}, 600_000)
