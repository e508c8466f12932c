import { beforeEach, expect, it } from 'vitest'
import { recordObjection } from '../../src/server/leads/person.ts'
import { operator, setUpOperator } from './operator.ts'

setUpOperator()
beforeEach(() => {
  operator.submit('contact', { name: '=HYPERLINK("x")', message: 'Un ; deux\nTrois "quatre"' })
})

/** Exports a form and returns the text. */
const exported = async (form: string, values = {}) => {
  await operator.run('export', [form], values)
  return operator.read()
}

it('hera export writes one CSV of a form, without suspected spam, and what a spreadsheet would execute as text', async () => {
  operator.submit('contact', { name: 'Robot' }, { suspectedSpam: true })
  const file = await exported('contact')
  expect(file).toMatch(/^\uFEFFRéférence;Reçu le;/)
  expect(file).toContain('"\'=HYPERLINK(""x"")"')
  expect(file).not.toContain('Robot')
  expect(await exported('contact', { all: true })).toContain('Robot')
})

it('hera export of a list contains the sign-ups that may receive letters', async () => {
  const confirmed = operator.submit('newsletter', { email: 'a@exemple.fr' })
  operator.submit('newsletter', { email: 'b@exemple.fr' })
  const left = operator.submit('newsletter', { email: 'd@exemple.fr' })
  const suspended = operator.submit('newsletter', { email: 'e@exemple.fr' })
  recordObjection(operator.db, operator.context.objections(), 'c@exemple.fr')
  const objecting = operator.submit('newsletter', { email: 'c@exemple.fr' })
  const set = (column: string) =>
    operator.db.prepare(
      `UPDATE newsletter_subscriptions SET ${column} = '2020-01-06T10:00:00.000Z' WHERE reference = ?`,
    )
  for (const reference of [confirmed, left, suspended, objecting]) set('confirmed_at').run(reference)
  set('unsubscribed_at').run(left)
  operator.db.prepare('UPDATE leads SET suspended_at = created_at WHERE reference = ?').run(suspended)
  operator.noted.length = 0
  expect((await exported('newsletter')).match(/\w@exemple\.fr/g)).toEqual(['a@exemple.fr'])
  expect(operator.noted).toEqual(['1 envoi.'])
  expect((await exported('newsletter', { all: true })).match(/\w@exemple\.fr/g)).toHaveLength(5)
})
