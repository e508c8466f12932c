import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

/**
 * Tests the git hook with a small project whose scripts simulate check, build and release. A release of the real site
 * takes minutes and was tried by hand with the same steps.
 */
const folder = mkdtempSync(join(tmpdir(), 'hera-publication-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const [remote, clone, online] = ['remote.git', 'clone', 'online'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
]

const scripts = {
  'check:content': 'grep -q faute texte.md && echo "texte.md:1 : une faute. Corrigez-la." && exit 1 || true',
  release: 'sh release.sh',
}
const write = (file: string, text: string) => writeFileSync(join(clone, file), text)
const git = (cwd: string, ...command: string[]) =>
  execFileSync('git', ['-c', 'user.name=Camille', '-c', 'user.email=camille@exemple.fr', ...command], {
    cwd,
    stdio: 'pipe',
    encoding: 'utf8',
  })
/** Commits a text and pushes it; returns the output of the push. @param meanwhile a program that runs the push */
function publish(text: string, branch = 'main', meanwhile: string[] = ['env']) {
  write('texte.md', text)
  git(clone, 'add', '.')
  git(clone, 'commit', '-m', `Dire : ${text}`)
  const [program = '', ...args] = [...meanwhile, 'git', 'push', remote, `HEAD:${branch}`]
  const { status, stderr } = spawnSync(program, args, { cwd: clone, encoding: 'utf8' })
  return { accepted: status === 0, said: stderr.replaceAll(/^remote: |\s+$/gm, '') }
}
const shown = () => (existsSync(online) ? readFileSync(online, 'utf8') : undefined)

mkdirSync(clone)
// The lines of the guide that concern the repository.
const guide = readFileSync('deploy/publication/LISEZMOI.md', 'utf8').match(/^[a-z].* \/srv\/git\/hera\.git.*$/gm) ?? []
const here = guide.join('\n').replaceAll('sudo -u publication ', '').replaceAll('/srv/git/hera.git', remote)
execFileSync('sh', ['-ec', here], { stdio: 'pipe' })
git(clone, 'init', '-q', '-b', 'main')
write('package.json', JSON.stringify({ name: 'site', version: '1.0.0', scripts }))
write('package-lock.json', JSON.stringify({ name: 'site', version: '1.0.0', lockfileVersion: 3, packages: {} }))
write(
  'release.sh',
  `cp texte.md "$2/version-$HERA_COMMIT.tar.gz"; echo "$HERA_SUBJECT, $HERA_BY" > ${folder}/release\n`,
)
writeFileSync(
  join(folder, 'hera'),
  `#!/bin/sh\n[ $# = 2 ] && [ "$1" = upgrade ] && ! grep -q panne "$2" && cp "$2" ${online}\n`,
  {
    mode: 0o755,
  },
)
appendFileSync(join(remote, 'publication.env'), `WORK=${folder}/work\nHERA=${folder}/hera\n`)

it('publishes a valid push and prints its author', () => {
  const { accepted, said } = publish('bonjour')
  expect(said).toMatch(/En ligne : « Dire : bonjour » \([0-9a-f]{7,}\), par Camille\. Pour revenir/)
  expect([accepted, shown()]).toEqual([true, 'bonjour'])
  expect(readFileSync(join(folder, 'release'), 'utf8'), 'subject and author of the release').toBe(
    'Dire : bonjour, Camille\n',
  )
})

it('rejects a push with the findings of the check and changes neither site nor repository', () => {
  const { accepted, said } = publish('une faute')
  expect(said).toContain('texte.md:1 : une faute. Corrigez-la.')
  expect(said).toContain('Rien n’est publié : le site en ligne n’a pas changé.')
  expect([accepted, shown(), git(remote, 'log', '-1', '--format=%s').trim()]).toEqual([
    false,
    'bonjour',
    'Dire : bonjour',
  ])
})

it('rejects a release that fails online', () => {
  expect(publish('panne').accepted, 'accepts a failing release').toBe(false)
  expect(shown()).toBe('bonjour')
})

it('accepts the next release, built of pushed files only, with their packages', () => {
  const former = ['ancien.md', 'src/content/faq/ancienne.md']
  mkdirSync(join(clone, 'src/content/faq'), { recursive: true })
  for (const file of former) write(file, 'ancien')
  expect(publish('avant').accepted, 'accepts a push with the files').toBe(true)
  for (const file of former) rmSync(join(clone, file))
  const lock = { name: 'site', version: '1.0.0', lockfileVersion: 3, requires: true, packages: {} }
  write('package-lock.json', JSON.stringify(lock))
  expect(publish('bonsoir').accepted, 'accepts a push without the files').toBe(true)
  expect(shown()).toBe('bonsoir')
  const site = join(folder, 'work/site')
  expect(
    former.filter((file) => existsSync(join(site, file))),
    'deleted files that are still built',
  ).toEqual([])
  expect(readFileSync(join(site, 'node_modules/.lock-of-packages'), 'utf8')).toContain('requires')
})

it('rejects a push while another publication runs', () => {
  expect(publish('ensemble', 'main', ['flock', join(folder, 'work/lock')])).toEqual({
    accepted: false,
    said: expect.stringContaining('Une autre publication est en cours'),
  })
  expect(shown()).toBe('bonsoir')
})

it('accepts another branch without publishing it and rejects deleting main', () => {
  expect(publish('plus tard', 'essai').accepted, 'accepts another branch').toBe(true)
  expect(shown()).toBe('bonsoir')
  const { status, stderr } = spawnSync('git', ['push', remote, ':main'], { cwd: clone, encoding: 'utf8' })
  expect([status, stderr]).toEqual([1, expect.stringContaining('elle ne s’efface pas')])
})
