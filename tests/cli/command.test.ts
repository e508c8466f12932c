import { describe, expect, it } from 'vitest'
import { recordKey } from '../../src/server/people/keyed-hash.ts'
import { insertMessage } from '../support/insert-rows.ts'
import { type Operator, operator, setUpOperator } from './operator.ts'

setUpOperator()
const run: Operator['run'] = (...all) => operator.run(...all)
const count: Operator['count'] = (table) => operator.count(table)

describe('commands that change data', () => {
  it('purge lists the rows and asks first if the clock is doubted', async () => {
    operator.submit('contact', {}, { day: '2020-01-06' })
    await expect(run('purge')).rejects.toThrow('ajoutez --yes')
    operator.answer = () => 'non'
    await expect(run('purge')).rejects.toThrow('Rien n’est effacé')
    await run('purge', [], { 'dry-run': true })
    expect(count('contact_messages'), 'submissions before a yes').toBe(1)
    expect(operator.printed.filter((line) => line === 'contact : 1 à effacer')).toHaveLength(3)
    expect(operator.printed[0]).toMatch(/^C-\S+ contact, reçu le 2020-01-06 11:00$/)
    expect(operator.noted[0]).toContain('car l’horloge dit')
    operator.answer = () => ' OUI '
    await run('purge')
    expect(count('contact_messages'), 'submissions after a yes').toBe(0)
  })

  it('erase asks first, and deletes only that person', async () => {
    for (const email of ['lea@exemple.fr', 'zoe@exemple.fr', 'autre@exemple.fr']) operator.submit('contact', { email })
    const emails = () => operator.db.prepare('SELECT email FROM contact_messages').pluck().all()
    await expect(run('erase', ['lea@exemple.fr'])).rejects.toThrow('ajoutez --yes')
    await run('erase', ['zoe@exemple.fr'], { yes: true })
    operator.answer = () => 'non, oui'
    await expect(run('erase', ['lea@exemple.fr'])).rejects.toThrow('Rien n’est effacé')
    expect(emails(), 'before a yes').toEqual(['lea@exemple.fr', 'autre@exemple.fr'])
    operator.answer = () => 'oui'
    await run('erase', ['lea@exemple.fr'])
    expect(emails()).toEqual(['autre@exemple.fr'])
    expect(operator.noted.at(-1)).toBe('Effacé : 1 envoi, e-mails compris.')
    await expect(run('erase', ['lea@exemple.fr']), 'for an unknown address').rejects.toThrow('Il n’y a rien à effacer')
  })

  it('doctor --new-key replaces a lost key only after a yes', async () => {
    operator.context.objections().add('lea@exemple.fr')
    recordKey(operator.db, () => 'x'.repeat(43))
    operator.answer = () => 'non'
    await expect(run('doctor', [], { 'new-key': true })).rejects.toThrow('Rien n’est changé.')
    expect(count('objections'), 'objections after a no').toBe(1)
    operator.answer = () => 'oui'
    await run('doctor', [], { 'new-key': true })
    expect([count('objections'), operator.noted.at(-1)]).toEqual([
      0,
      'La base tient cette clé pour la sienne ; 1 empreinte d’opposition effacée.',
    ])
    await expect(run('doctor', [], { 'new-key': true })).rejects.toThrow('La clé est déjà celle de la base.')
  })
})

it('hera mail retry makes what waits due', async () => {
  insertMessage(operator.db, '2026-11-22T09:00:00.000Z', { about: 'C-1' })
  await run('mail', ['retry'])
  expect(operator.noted).toEqual([expect.stringMatching(/^1 e-mail repart/)])
})

it('hera desk prints a link to the site', async () => {
  await run('desk')
  expect(operator.printed).toEqual([expect.stringMatching(/^https:\/\/hera\.example\/bureau\/entrer\/[\w-]{32}$/)])
})

describe('hera person', () => {
  it('says that nothing is stored, and exits with 1', async () => {
    expect(await run('person', ['lea@exemple.fr'])).toBe(1)
    expect([operator.printed, operator.noted]).toEqual([[], ['Rien n’est détenu sur lea@exemple.fr.']])
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
    expect(await run('person', ['lea@exemple.fr']), 'exit code').toBe(0)
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
