import { readFileSync, statSync } from 'node:fs'
import { expect, it } from 'vitest'
import { recordKey } from '../../src/server/people/email-hash.ts'
import { installation, setUpInstallation } from './installation.ts'

setUpInstallation()

it('hera person prints all data about a person, or writes a file to hand over', async () => {
  installation.submit('contact')
  installation.submit('waitlist', { email: 'Lea@exemple.fr' })
  installation.submit('withdrawal')
  const { out } = await installation.run('person', 'LEA@exemple.fr')
  expect(out).toContain('Bonjour.')
  expect(out).toContain('Consentement')
  const file = installation.file('lea.json')
  expect((await installation.run('person', 'lea@exemple.fr', '--output', file)).code, 'exit code with --output').toBe(0)
  expect((statSync(file).mode & 0o777).toString(8), 'permissions of the file').toBe('600')
  const held = JSON.parse(readFileSync(file, 'utf8'))
  expect(held.submissions.map(({ form }: { form: string }) => form)).toEqual(['contact', 'waitlist', 'withdrawal'])
  expect((await installation.run('person', 'personne@exemple.fr')).code, 'exit code if nothing is stored').toBe(1)
})

it('hera correct applies the rules of the form, or prints the error and changes nothing', async () => {
  const reference = installation.submit('contact')
  expect((await installation.run('correct', reference, 'name=Zoé', 'subject=retour')).code, 'exit code').toBe(0)
  expect(
    installation.db.prepare('SELECT name, subject FROM leads JOIN contact_messages USING (reference)').get(),
  ).toEqual({
    name: 'Zoé',
    subject: 'retour',
  })
  const history = 'SELECT author, what FROM lead_changes'
  expect(installation.db.prepare(history).all()).toEqual([{ author: 'commande', what: 'correction : Nom, Objet' }])
  for (const pair of ['email=faux', 'subject=nul', 'name=', 'message=']) {
    expect((await installation.run('correct', reference, pair)).code, pair).toBe(1)
  }
  expect((await installation.run('correct', reference, 'name=Zoé', 'id=3')).code, 'exit code of an unknown field').toBe(
    2,
  )
  expect(
    (await installation.run('correct', reference, 'message=https://selle.fr/?page=2')).code,
    'exit code of a URL',
  ).toBe(0)
  expect(installation.db.prepare('SELECT name, subject, message FROM contact_messages').get()).toEqual({
    name: 'Zoé',
    subject: 'retour',
    message: 'https://selle.fr/?page=2',
  })
})

it('hera person prints that objections are unknown under another key', async () => {
  installation.submit('contact')
  expect((await installation.run('object', 'zoe@exemple.fr')).code, 'exit code').toBe(0)
  recordKey(installation.db, () => 'x'.repeat(43))
  expect((await installation.run('person', 'lea@exemple.fr')).out).toContain('inconnue, car la clé')
})
