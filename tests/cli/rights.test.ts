import { expect, it } from 'vitest'
import { recordKey } from '../../src/server/people/keyed-hash.ts'
import { installation, setUpInstallation } from './installation.ts'

setUpInstallation()

it('hera person --json prints what can be handed over', async () => {
  for (const form of ['contact', 'waitlist'] as const) installation.submit(form, { email: 'Lea@exemple.fr' })
  const { code, out } = await installation.run('person', 'LEA@exemple.fr', '--json')
  expect(code, 'exit code').toBe(0)
  expect(JSON.parse(out).submissions.map(({ form }: { form: string }) => form)).toEqual(['contact', 'waitlist'])
})

it('hera person and hera erase name the other spellings of the mailbox', async () => {
  for (const email of ['lea.martin@gmail.com', 'Lea.Martin+devis@gmail.com', 'lea@gmail.com'])
    installation.submit('contact', { email })
  const others = 'La même boîte, écrite autrement, n’est pas comprise : lea.martin+devis@gmail.com.\n'
  expect((await installation.run('person', 'Lea.Martin@gmail.com')).err).toBe(others)
  const unknown = await installation.run('person', 'leamartin@gmail.com')
  expect(unknown.err.split('\n')[1]).toContain(': lea.martin@gmail.com, lea.martin+devis@gmail.com.')
  expect((await installation.run('erase', 'lea.martin@gmail.com', '--yes')).err).toContain(others)
  expect((await installation.run('person', 'lea@gmail.com')).err).toBe('')
})

it('hera person prints that objections are unknown under another key', async () => {
  installation.submit('contact')
  installation.db.prepare("INSERT INTO objections VALUES (?, '2026-01-01T00:00:00.000Z')").run('a'.repeat(43))
  recordKey(installation.db, () => 'x'.repeat(43))
  expect((await installation.run('person', 'lea@exemple.fr')).out).toContain('inconnue, car la clé')
})
