import { execFileSync, spawnSync } from 'node:child_process'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCopy, type Change, copyProject } from './scratch-copy.ts'
import { openSite, PROGRAM_ENV, SERVE, type Site } from './site.ts'
import { type MailServer, openMailServer } from './smtp.ts'

/** What CONTRIBUTING asks of somebody who adds a form, besides its words: «Add a form». */
const CHANGES: readonly Change[] = [
  [
    'src/forms/index.ts',
    "import type { Form } from './form.ts'\n",
    "import { essai } from './essai.ts'\nimport type { Form } from './form.ts'\n",
  ],
  ['src/forms/index.ts', 'export const forms = {\n', 'export const forms = {\n  essai,\n'],
  [
    'src/content/pages/merci.yaml',
    'sections:\n',
    'sections:\n  essai:\n    title: "À bientôt en selle"\n    text: |\n      Nous vous proposons une date.\n    actions:\n      - label: "Retour à l’accueil"\n        href: /\n',
  ],
]

let root: string
let mail: MailServer
let site: Site
beforeAll(async () => {
  root = copyProject('tests/fixtures/new-form', CHANGES)
  buildCopy(root)
  mail = await openMailServer()
  site = await openSite(
    { SMTP_URL: mail.url, MAIL_FROM: 'bonjour@hera.example', MAIL_TO: 'atelier@hera.example' },
    SERVE,
    root,
  )
})
afterAll(async () => {
  await site?.close()
  await mail?.close()
})

const hera = (...args: string[]) =>
  spawnSync(process.execPath, ['hera.mjs', ...args], {
    cwd: root,
    env: { ...PROGRAM_ENV, DATABASE_PATH: site.databasePath },
    encoding: 'utf8',
    input: '',
  })
const run = (script: string) => spawnSync(process.execPath, [script], { cwd: root, env: PROGRAM_ENV, encoding: 'utf8' })

/** One lead of a form that was added, from the page to the purge. */
describe('a form that somebody adds', () => {
  let reference = ''

  it('is on its page with its fields, and its data are in the privacy policy', async () => {
    const html = await (await fetch(`${site.url}/essai`)).text()
    expect(html).toContain('action="/formulaires/essai"')
    for (const name of ['name', 'email', 'phone', 'horse', 'message']) expect(html).toContain(`name="${name}"`)
    expect(await (await fetch(`${site.url}/privacy`)).text()).toContain('Préparer la bonne taille')
  })

  it('is stored without a script, says thank you, and shows what is wrong', async () => {
    const answers = { name: 'Léa Martin', email: 'lea@exemple.fr', horse: 'poney', message: 'Pour Éole.' }
    const post = (body: Record<string, string>) =>
      fetch(`${site.url}/formulaires/essai`, { method: 'POST', redirect: 'manual', body: new URLSearchParams(body) })
    const refused = await post({ ...answers, horse: 'licorne' })
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain('value="Léa Martin"')
    const stored = await post(answers)
    expect([stored.status, stored.headers.get('location')]).toEqual([303, '/merci/essai'])
    expect(await (await fetch(`${site.url}/merci/essai`)).text()).toContain('À bientôt en selle')
    const db = new Sqlite(site.databasePath, { readonly: true })
    const leads = db.prepare('SELECT * FROM leads JOIN trial_rides USING (reference)').all() as { reference: string }[]
    db.close()
    expect(leads).toMatchObject([{ form: 'essai', state: 'nouvelle', horse: 'poney', phone: null }])
    reference = leads[0]?.reference ?? ''
    expect(reference).toMatch(/^E-/)
  })

  it('is told to the house and to the person', async () => {
    await expect.poll(() => mail.received.length).toBe(2)
    const [notice, acknowledgement] = ['atelier@hera.example', 'lea@exemple.fr'].map((address) =>
      mail.received.find(({ to }) => to.includes(address)),
    )
    expect(notice?.text).toContain('Un poney')
    expect(acknowledgement?.headers.subject).toContain(reference)
    expect(acknowledgement?.text).not.toContain('Éole')
  })

  it('is at the desk, in its list and in its search', async () => {
    const [link = ''] = /http\S+/.exec(hera('desk').stdout) ?? []
    const entered = await fetch(link.replace(/^http:\/\/[^/]+/, site.url), { method: 'POST', redirect: 'manual' })
    const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
    const page = async (path: string) => (await fetch(site.url + path, { headers: { Cookie: cookie } })).text()
    for (const path of ['/bureau', '/bureau?formulaire=essai', '/bureau?mots=eole+poney&etat=toutes']) {
      const html = await page(path)
      expect(html, path).toContain(`/bureau/${reference}`)
      expect(html, path).toContain('Léa Martin')
    }
    expect(await page(`/bureau/${reference}`)).toContain('Pour Éole.')
  })

  it('is in the commands, exported with its labels, and purged after its months', () => {
    expect(hera('list', 'essai').stdout).toContain(reference)
    expect(hera('search', 'martin', 'eole').stdout).toContain(reference)
    const csv = hera('export', 'essai', '--format', 'csv').stdout
    expect(csv).toContain('Votre monture')
    expect(csv).toContain('Un poney')
    expect(hera('purge', '--dry-run').stdout).toMatch(/essai\t0/)
    const db = new Sqlite(site.databasePath)
    db.exec("UPDATE leads SET created_at = '2020-01-01T00:00:00.000Z'")
    expect(hera('purge').stdout).toMatch(/essai\t1/)
    expect(db.prepare('SELECT count(*) FROM trial_rides').pluck().get()).toBe(0)
    db.close()
  })

  it('is refused before the build without one of its files, which is named', () => {
    const without = (file: string, command: string) => {
      execFileSync('mv', [file, 'aside'], { cwd: root })
      try {
        const { status, stdout } = run(command)
        expect(status, file).toBe(1)
        return stdout
      } finally {
        execFileSync('mv', ['aside', file], { cwd: root })
      }
    }
    const forms = 'src/build/forms-command.ts'
    const texts = 'src/check/tools/content-command.ts'
    expect(run(forms)).toMatchObject({ status: 0, stdout: '' })
    expect(without('db/migrations/9999_trial_rides.sql', forms)).toContain('la table trial_rides manque')
    expect(without('src/pages/essai.astro', forms)).toContain('la page /essai manque')
    for (const file of ['forms/essai', 'emails/accuse-essai', 'emails/demande-essai'])
      expect(without(`src/content/${file}.yaml`, texts)).toContain(`${file}.yaml`)
  })
})
