import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { recordObjection } from '../../src/server/leads/person.ts'
import { operator, setUpOperator } from './operator.ts'

setUpOperator()
beforeEach(() => {
  operator.submit('contact', { name: '=HYPERLINK("x")', message: 'Un ; deux\nTrois "quatre"' })
  operator.submit('contact', { name: 'Zoé' }, { day: '2020-01-07' })
})

type Values = Record<string, string | boolean | undefined> & { output?: string }
/** Exports to a file and returns its text. */
const exported = async (form: string, { output = operator.file('export'), ...values }: Values = {}) => {
  await operator.run('export', [form], { output, ...values })
  return readFileSync(output, 'utf8')
}
/** Returns the lines below the headings, as cells. */
const rows = async (form: string, values: Values = {}) =>
  (await exported(form, values))
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(';'))

it('hera export writes one CSV of a form, without suspected spam', async () => {
  const suspected = operator.submit('contact', { name: 'Robot' })
  operator.db.prepare('UPDATE leads SET suspected_spam = 1 WHERE reference = ?').run(suspected)
  const file = await exported('contact')
  expect(file).toMatch(/^\uFEFFRéférence;Reçu le;/)
  expect(file).toContain('"\'=HYPERLINK(""x"")"')
  expect(file).not.toContain('Robot')
  expect(await exported('contact', { all: true })).toContain('Robot')
})

describe('hera export of a list', () => {
  let confirmed: string
  beforeEach(async () => {
    confirmed = operator.submit('newsletter', { email: 'a@exemple.fr' })
    operator.submit('newsletter', { email: 'b@exemple.fr' })
    const left = operator.submit('newsletter', { email: 'd@exemple.fr' })
    recordObjection(operator.db, operator.context.objections(), 'c@exemple.fr')
    const objecting = operator.submit('newsletter', { email: 'c@exemple.fr' })
    const set = (column: string) =>
      operator.db.prepare(
        `UPDATE newsletter_subscriptions SET ${column} = (SELECT created_at FROM leads WHERE leads.reference = newsletter_subscriptions.reference) WHERE reference = ?`,
      )
    for (const reference of [confirmed, left, objecting]) set('confirmed_at').run(reference)
    set('unsubscribed_at').run(left)
    operator.noted.length = 0
  })

  it('contains the sign-ups that may receive letters, and prints how many are left out', async () => {
    expect((await rows('newsletter')).map(([, , email]) => email)).toEqual(['a@exemple.fr'])
    expect(operator.noted).toEqual([
      `1 envoi dans ${operator.file('export')}.`,
      '3 envois suspects ou sans accord en cours : laissé de côté, --all le donne.',
    ])
    operator.noted.length = 0
    await rows('newsletter', { until: '2019-12-31' })
    const all = await rows('newsletter', { all: true, links: true })
    expect(all.map((cells) => cells.at(-1) !== '')).toEqual([true, false, false, false])
    expect(operator.noted).toEqual(['0 envoi', '4 envois'].map((sent) => `${sent} dans ${operator.file('export')}.`))
    operator.submit('waitlist', { email: 'b@exemple.fr' })
    await rows('waitlist')
    expect(operator.noted.at(-1)).toBe('1 envoi suspect ou sans accord en cours : laissé de côté, --all le donne.')
  })

  it('has options that other forms reject', async () => {
    await expect(exported('contact', { links: true })).rejects.toThrow('--links concerne waitlist et newsletter.')
  })
})

describe('the output file of hera export', () => {
  const refused = (output: string) => expect(exported('contact', { output })).rejects

  it('is readable by its owner only, whatever it was before', async () => {
    const file = operator.file('export')
    writeFileSync(`${file}.part`, 'x'.repeat(10_000), { mode: 0o666 })
    await exported('contact')
    expect((statSync(file).mode & 0o777).toString(8), 'permissions of the file').toBe('600')
    expect(readFileSync(file, 'utf8')).toContain('Zoé')
    expect(readFileSync(file, 'utf8')).not.toContain('xxx')
    expect(operator.shown, 'the progress, which is cleared at the end').toEqual([
      [2, 2],
      [1, 1],
    ])
  })

  it('may be a symbolic link, and replaces nothing but a file', async () => {
    const target = operator.file('vrai.csv')
    const output = operator.file('lien.csv')
    writeFileSync(target, '')
    symlinkSync(target, output)
    await exported('contact', { output })
    expect(operator.noted).toEqual([`2 envois dans ${target}.`])
    expect(readFileSync(target, 'utf8')).toContain('Zoé')
    mkdirSync(operator.file('dossier'))
    await refused(operator.file('dossier')).toThrow('n’est pas un fichier')
    await refused('').toThrow(`${process.cwd()} n’est pas un fichier`)
    await refused(operator.file('absent/contacts.csv')).toThrow('n’existe pas : créez-le')
    expect(readdirSync(operator.file('.')).filter((name) => name.endsWith('.part'))).toEqual([])
  })
})
