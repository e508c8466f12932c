import { expect, it } from 'vitest'
import { recordObjection } from '../../src/server/leads/person.ts'
import { operator, setUpOperator } from './operator.ts'

setUpOperator()

/** Exports a form and returns the text. */
const exported = async (form: string, values = {}) => {
  await operator.run('export', [form], values)
  return operator.read()
}

it('hera export writes one CSV of a form, without suspected spam, and what a spreadsheet would execute as text', async () => {
  operator.submit('contact', { name: '=HYPERLINK("x")' })
  operator.submit('contact', { name: 'Robot' }, { suspectedSpam: true })
  const file = await exported('contact')
  expect(file).toMatch(/^\uFEFFRéférence;Reçu le;/)
  expect(file).toContain('"\'=HYPERLINK(""x"")"')
  expect(file).not.toContain('Robot')
  expect(await exported('contact', { all: true })).toContain('Robot')
})

it('hera export of a list contains the sign-ups that may receive letters', async () => {
  recordObjection(operator.db, operator.context.objections(), 'c@exemple.fr')
  const suspended = operator.submit('newsletter', { email: 'e@exemple.fr' })
  for (const name of ['a', 'b', 'c', 'd']) operator.submit('newsletter', { email: `${name}@exemple.fr` })
  const at = '2020-01-06T10:00:00.000Z'
  operator.db.exec(`UPDATE newsletter_subscriptions SET confirmed_at = '${at}' WHERE email <> 'b@exemple.fr';
    UPDATE newsletter_subscriptions SET unsubscribed_at = '${at}' WHERE email = 'd@exemple.fr';
    UPDATE leads SET suspended_at = created_at WHERE reference = '${suspended}'`)
  expect((await exported('newsletter')).match(/\w@exemple\.fr/g)).toEqual(['a@exemple.fr'])
  expect(operator.noted).toEqual(['1 envoi.'])
  expect((await exported('newsletter', { all: true })).match(/\w@exemple\.fr/g)).toHaveLength(5)
})
