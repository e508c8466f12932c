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

it('hera person prints that objections are unknown under another key', async () => {
  installation.submit('contact')
  installation.db.prepare("INSERT INTO objections VALUES (?, '2026-01-01T00:00:00.000Z')").run('a'.repeat(43))
  recordKey(installation.db, () => 'x'.repeat(43))
  expect((await installation.run('person', 'lea@exemple.fr')).out).toContain('inconnue, car la clé')
})
