import { spawnSync } from 'node:child_process'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { cookieOf } from '../server/desk/desk-site.ts'
import type { Change } from '../support/scratch-copy.ts'
import { PROGRAM_ENV, type Site } from '../support/site.ts'
import type { MailServer } from '../support/smtp.ts'

/** The files and changed lines that CONTRIBUTING, «Add a form», requires; the name has a hyphen, as an address may. */
export const FORM_FILES = 'tests/fixtures/new-form'
export const FORM_LINES: readonly Change[] = [
  [
    'src/forms/index.ts',
    "import type { Form } from './form.ts'\n",
    "import { essai } from './essai-selle.ts'\nimport type { Form } from './form.ts'\n",
  ],
  ['src/forms/index.ts', 'export const forms = {\n', "export const forms = {\n  'essai-selle': essai,\n"],
  [
    'src/content/pages/merci.yaml',
    'sections:\n',
    'sections:\n  essai-selle:\n    title: "À bientôt en selle"\n    text: |\n      Nous vous proposons une date.\n    actions:\n      - label: "Retour à l’accueil"\n        href: /\n',
  ],
]

/**
 * Tests one lead of the new form from the page to the purge.
 * @param opened returns the project with the new form, its running site and the mail server that it uses
 */
export function testNewForm(opened: () => { root: string; site: Site; mail: MailServer }): void {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, args, {
      cwd: opened().root,
      env: { ...PROGRAM_ENV, DATABASE_PATH: opened().site.databasePath },
      encoding: 'utf8',
      input: '',
    })
  const hera = (...args: string[]) => run('hera.mjs', ...args)
  const ask = (path: string, options: RequestInit = {}) =>
    fetch(opened().site.url + path, { redirect: 'manual', ...options })
  const text = async (path: string, options?: RequestInit) => (await ask(path, options)).text()

  describe('a new form', () => {
    let reference = ''

    it('is on its page with its fields, and the privacy policy lists its data', async () => {
      const html = await text('/essai-selle')
      expect(html).toContain('action="/formulaires/essai-selle"')
      for (const name of ['name', 'email', 'phone', 'horse', 'message']) expect(html).toContain(`name="${name}"`)
      expect(await text('/privacy')).toContain('Votre monture')
    })

    it('works without JavaScript: shows errors, stores a valid submission and shows the thank-you page', async () => {
      const answers = { name: 'Léa Martin', email: 'lea@exemple.fr', horse: 'poney', message: 'Pour Éole.' }
      const post = (body: Record<string, string>) =>
        ask('/formulaires/essai-selle', { method: 'POST', body: new URLSearchParams(body) })
      const refused = await post({ ...answers, horse: 'licorne' })
      expect(refused.status, 'status of an invalid submission').toBe(422)
      expect(await refused.text()).toContain('value="Léa Martin"')
      const stored = await post(answers)
      expect([stored.status, stored.headers.get('location')]).toEqual([303, '/merci/essai-selle'])
      expect(await text('/merci/essai-selle')).toContain('À bientôt en selle')
      const leads = opened().site.rows<{ reference: string }>('leads JOIN trial_rides USING (reference)')
      expect(leads).toMatchObject([
        { form: 'essai-selle', waiting_since: expect.any(String), horse: 'poney', phone: null },
      ])
      reference = leads[0]?.reference ?? ''
      expect(reference).toMatch(/^E-/)
    })

    it('notifies MAIL_TO and the sender by e-mail', async () => {
      const mailOf = (recipient: string) =>
        opened().mail.received.find(({ to, headers }) => to[0] === recipient && headers.subject?.includes(reference))
      await expect.poll(() => mailOf('atelier@hera.example')?.text, { message: 'the notice' }).toContain('Un poney')
      await expect.poll(() => mailOf('lea@exemple.fr'), { message: 'the acknowledgement' }).toBeDefined()
      expect(mailOf('lea@exemple.fr')?.text).not.toContain('Éole')
    })

    it('appears at the desk, in its list and its search', async () => {
      const [link = ''] = /http\S+/.exec(hera('desk').stdout) ?? []
      const entered = await ask(new URL(link).pathname, { method: 'POST' })
      const page = (path: string) => text(path, { headers: { Cookie: cookieOf(entered) } })
      for (const path of ['/bureau', '/bureau?liste=toutes&formulaire=essai-selle', '/bureau?mots=eole+poney']) {
        const html = await page(path)
        expect(html, path).toContain(`/bureau/${reference}`)
        expect(html, path).toContain('Léa Martin')
      }
      expect(await page(`/bureau/${reference}`)).toContain('Pour Éole.')
    })

    it('is exported with its labels and purged after its retention', () => {
      const csv = hera('export', 'essai-selle').stdout
      expect(csv).toContain(reference)
      expect(csv).toContain('Votre monture')
      expect(csv).toContain('Un poney')
      const db = new Sqlite(opened().site.databasePath)
      db.exec("UPDATE leads SET created_at = '2020-01-01T00:00:00.000Z'")
      expect(hera('purge').stdout).toContain('essai-selle : 1 effacé')
      db.close()
      expect(opened().site.rows('trial_rides'), 'rows after the purge').toEqual([])
    })

    it('fails the checks before the build when files are missing, and names each file', () => {
      const { root } = opened()
      const texts = ['forms/essai-selle', 'emails/accuse-essai-selle', 'emails/demande-essai-selle']
      const files = texts.map((name) => `src/content/${name}.yaml`)
      for (const file of files) renameSync(join(root, file), join(root, `${file}.aside`))
      const checked = run('src/check/command.ts')
      for (const file of files) renameSync(join(root, `${file}.aside`), join(root, file))
      expect(checked.status, 'exit code').toBe(1)
      for (const file of files) expect(checked.stdout).toContain(file)
    })
  })
}
