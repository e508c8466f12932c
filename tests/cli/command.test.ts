import { describe, expect, it } from 'vitest'
import { recordKey } from '../../src/server/people/keyed-hash.ts'
import { mailConfig } from '../server/backend.ts'
import { insertMessage } from '../support/insert-rows.ts'
import { server, setUpMailServer } from '../support/smtp.ts'
import { runHera } from './installation.ts'
import { operator, setUpOperator } from './operator.ts'

setUpOperator()

describe('commands that change data', () => {
  it('purge lists the rows and asks first if the clock is doubted', async () => {
    operator.submit('contact', {}, { day: '2020-01-06' })
    await expect(operator.run('purge')).rejects.toThrow('ajoutez --yes')
    operator.answer = () => 'non'
    await expect(operator.run('purge')).rejects.toThrow('Rien n’est effacé')
    await operator.run('purge', [], { 'dry-run': true })
    expect(operator.count('contact_messages'), 'submissions before a yes').toBe(1)
    expect(operator.printed.filter((line) => line === 'contact : 1 à effacer')).toHaveLength(3)
    expect(operator.printed[0]).toMatch(/^C-\S+ contact, reçu le 2020-01-06 11:00$/)
    expect(operator.noted[0]).toContain('car l’horloge dit')
    operator.answer = () => ' OUI '
    await operator.run('purge')
    expect(operator.count('contact_messages'), 'submissions after a yes').toBe(0)
    await operator.run('purge')
    expect(operator.noted.at(-1)).toBe('Rien n’est à effacer.')
  })

  it('erase asks first, and deletes only that person', async () => {
    for (const email of ['lea@exemple.fr', 'zoe@exemple.fr', 'autre@exemple.fr']) operator.submit('contact', { email })
    operator.submit('withdrawal', { email: 'zoe@exemple.fr' })
    const emails = () => operator.db.prepare('SELECT email FROM contact_messages').pluck().all()
    await expect(operator.run('erase', ['lea@exemple.fr'])).rejects.toThrow('ajoutez --yes')
    await operator.run('erase', ['zoe@exemple.fr'], { yes: true })
    expect(operator.noted.at(-2), 'what the law wants kept').toMatch(/^Rétractation R-\S+ : à garder jusqu’au/)
    operator.answer = () => 'non, oui'
    await expect(operator.run('erase', ['lea@exemple.fr'])).rejects.toThrow('Rien n’est effacé')
    expect(emails(), 'before a yes').toEqual(['lea@exemple.fr', 'autre@exemple.fr'])
    operator.answer = () => 'oui'
    await operator.run('erase', ['lea@exemple.fr'])
    expect(emails()).toEqual(['autre@exemple.fr'])
    expect(operator.noted.at(-1)).toBe('Effacé : 1 envoi, e-mails compris.')
    await expect(operator.run('erase', ['lea@exemple.fr']), 'for an unknown address').rejects.toThrow(
      'Il n’y a rien à effacer',
    )
  })

  it('doctor --new-key replaces a lost key only after a yes', async () => {
    operator.context.objections().add('lea@exemple.fr')
    recordKey(operator.db, () => 'x'.repeat(43))
    operator.answer = () => 'non'
    await expect(operator.run('doctor', [], { 'new-key': true })).rejects.toThrow('Rien n’est changé.')
    expect(operator.count('objections'), 'objections after a no').toBe(1)
    operator.answer = () => 'oui'
    await operator.run('doctor', [], { 'new-key': true })
    expect([operator.count('objections'), operator.noted.at(-1)]).toEqual([
      0,
      'La base tient cette clé pour la sienne ; 1 empreinte d’opposition effacée.',
    ])
    await expect(operator.run('doctor', [], { 'new-key': true })).rejects.toThrow('La clé est déjà celle de la base.')
  })
})

describe('hera mail', () => {
  setUpMailServer()

  it('retry makes what waits due', async () => {
    insertMessage(operator.db, '2026-11-22T09:00:00.000Z', { about: 'C-1' })
    await operator.run('mail', ['retry'])
    expect(operator.noted).toEqual([expect.stringMatching(/^1 e-mail repart/)])
  })

  it('test sends to each address of the owner, or to a given one, and says what fails', async () => {
    const to = ['Atelier <atelier@hera.example>', 'bureau@hera.example']
    operator.context.config.mail = mailConfig(server.url, { to })
    expect(await operator.run('mail', ['test']), 'exit code if all arrive').toBe(0)
    expect(server.received.map(({ to }) => to)).toEqual([['atelier@hera.example'], ['bureau@hera.example']])
    expect(operator.printed).toEqual(Array(2).fill(expect.stringMatching(/^✓ /)))
    expect(server.received[0]?.headers['message-id']).toContain('@hera.example')
    server.moods.set('atelier@hera.example', 'refuse')
    expect(await operator.run('mail', ['test']), 'exit code if one fails').toBe(1)
    expect(operator.printed.slice(2)).toEqual([
      expect.stringMatching(/^✗ Destinataire : /),
      expect.stringMatching(/^✓ /),
    ])
    expect(await operator.run('mail', ['test', ' moi@exemple.fr ']), 'exit code for an address').toBe(0)
    expect(server.received.at(-1)?.to).toEqual(['moi@exemple.fr'])
  })
})

it('hera desk prints a link to the site', async () => {
  await operator.run('desk')
  expect(operator.printed).toEqual([expect.stringMatching(/^https:\/\/hera\.example\/bureau\/entrer\/[\w-]{32}$/)])
})

describe('hera person', () => {
  it('says that nothing is stored, and exits with 1', async () => {
    expect(await operator.run('person', ['lea@exemple.fr'])).toBe(1)
    expect([operator.printed, operator.noted]).toEqual([[], ['Rien n’est détenu sur lea@exemple.fr.']])
  })

  it('prints with --json what can be handed over', async () => {
    for (const form of ['contact', 'waitlist'] as const) operator.submit(form, { email: 'Lea@exemple.fr' })
    const { code, out } = await runHera(operator.path, 'person', 'LEA@exemple.fr', '--json')
    expect([code, JSON.parse(out).submissions]).toMatchObject([0, [{ form: 'contact' }, { form: 'waitlist' }]])
  })

  it('prints that objections are unknown under another key', async () => {
    operator.submit('contact')
    operator.context.objections().add('autre@exemple.fr')
    recordKey(operator.db, () => 'x'.repeat(43))
    await operator.run('person', ['lea@exemple.fr'])
    expect(operator.printed.join()).toContain('inconnue, car la clé')
  })

  it('prints submissions with their thread and consent, e-mails and objection', async () => {
    const contact = operator.submit('contact', { email: 'lea@exemple.fr' })
    const reference = operator.submit('newsletter', { email: 'lea@exemple.fr' })
    const at = '2020-01-06T10:00:00.000Z'
    insertMessage(operator.db, at, { kind: 'confirmation', reference, recipient: 'lea@exemple.fr', sent_at: at })
    operator.db.exec(
      `INSERT INTO thread (reference, at, kind, text) VALUES ('${contact}', '${at}', 'sent', 'Bonjour Léa.')`,
    )
    operator.context.objections().add('lea@exemple.fr')
    expect(await operator.run('person', ['lea@exemple.fr']), 'exit code').toBe(0)
    const all = operator.printed.join('\n')
    for (const words of [
      `Lettre d’information – ${reference} – 6 janvier 2020 à 11:00:00\nÉtat : non confirmée\n`,
      'Information donnée : ',
      'Bonjour.',
      'Réponse de la maison, 6 janvier 2020 à 11:00:00 :\nBonjour Léa.',
      'Consentement : demandé le 6 janvier 2020 à 11:00:00',
      `E-mail, confirmation, ${reference}, écrit le 2020-01-06 11:00 : parti le 2020-01-06 11:00`,
      'Opposition enregistrée : cette adresse ne reçoit ni lettre ni avis.',
    ])
      expect(all).toContain(words)
  })
})
