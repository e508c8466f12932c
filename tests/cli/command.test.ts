import { beforeEach, describe, expect, it } from 'vitest'
import { agrees, type Context, needEmail, needForm } from '../../src/cli/command.ts'
import { lockForServing } from '../../src/server/database/serving-lock.ts'
import { recordKey } from '../../src/server/people/keyed-hash.ts'
import { insertMessage } from '../support/insert-rows.ts'
import { type Operator, operator, setUpOperator } from './operator.ts'

setUpOperator()
let context: Context
let printed: string[]
let noted: string[]
beforeEach(() => {
  ;({ context, printed, noted } = operator)
})
const run: Operator['run'] = (...all) => operator.run(...all)
const count: Operator['count'] = (table) => operator.count(table)

it('an argument is a form or an address; otherwise an error tells what is expected', () => {
  expect(needForm('contact').name).toBe('contact')
  for (const name of [undefined, '', 'nul', 'constructor'])
    expect(() => needForm(name)).toThrow('Indiquez un formulaire')
  expect(needEmail(' lea@exemple.fr ')).toBe('lea@exemple.fr')
  for (const email of [undefined, '', 'lea', 'lea@', '@exemple.fr', 'a b@exemple.fr', 'a@b@c'])
    expect(() => needEmail(email)).toThrow('Indiquez une adresse')
})

describe('commands that change data', () => {
  it.each(['', 'non', 'o', 'ouii', 'non, oui', 'yes', 'y', '1'])('take «%s» for no', async (answer) => {
    operator.answer = () => answer
    expect(await agrees(operator.context.terminal, 'Effacer ?')).toBe(false)
    operator.answer = () => ' OUI '
    expect(await agrees(operator.context.terminal, 'Effacer ?'), '« OUI » counts as yes').toBe(true)
  })

  it('purge runs at once, but lists the rows and asks first if the clock is doubted', async () => {
    operator.submit('contact', {}, { day: '2020-01-06' })
    await expect(run('purge')).rejects.toThrow('ajoutez --yes')
    operator.answer = () => 'non'
    await expect(run('purge')).rejects.toThrow('Rien n’est effacé')
    await run('purge', [], { 'dry-run': true })
    expect(count('contact_messages'), 'submissions before a yes').toBe(1)
    expect(printed.filter((line) => line === 'contact : 1 à effacer')).toHaveLength(3)
    expect(printed[0]).toMatch(/^C-\S+ contact, reçu le 2020-01-06 11:00$/)
    expect(noted[0]).toContain('car l’horloge dit')
    operator.answer = () => ' OUI '
    await run('purge')
    expect(count('contact_messages'), 'submissions after a yes').toBe(0)
    operator.submit('contact', {}, { day: '2025-11-01' })
    operator.submit('newsletter', {}, { day: '2026-11-20' })
    operator.db.exec(`INSERT INTO desk_sessions (id, hash, opened_at, seen_at) VALUES
      (1, '${'a'.repeat(64)}', '2026-01-01T10:00:00.000Z', '2026-01-01T10:00:00.000Z'),
      (2, '${'b'.repeat(64)}', '2026-11-21T10:00:00.000Z', '2026-11-21T10:00:00.000Z')`)
    operator.answer = () => undefined
    await run('purge')
    const left = { contacts: count('contact_messages'), newsletters: count('newsletter_subscriptions') }
    expect({ ...left, devices: count('desk_sessions') }).toEqual({ contacts: 0, newsletters: 1, devices: 1 })
  })

  it('erase asks first, and deletes only that person', async () => {
    for (const email of ['lea@exemple.fr', 'zoe@exemple.fr', 'autre@exemple.fr']) operator.submit('contact', { email })
    const emails = () => operator.db.prepare('SELECT email FROM contact_messages').pluck().all()
    await expect(run('erase', ['lea@exemple.fr'])).rejects.toThrow('ajoutez --yes')
    await run('erase', ['zoe@exemple.fr'], { yes: true })
    operator.answer = () => 'non'
    await expect(run('erase', ['lea@exemple.fr'])).rejects.toThrow('Rien n’est effacé')
    expect(emails(), 'before a yes').toEqual(['lea@exemple.fr', 'autre@exemple.fr'])
    operator.answer = () => 'oui'
    await run('erase', ['lea@exemple.fr'])
    expect(emails()).toEqual(['autre@exemple.fr'])
    expect(noted.at(-1)).toBe('Effacé : 1 envoi, e-mails compris.')
    await expect(run('erase', ['lea@exemple.fr']), 'for an unknown address').rejects.toThrow('Il n’y a rien à effacer')
  })

  it('doctor --new-key replaces a lost key only after a yes', async () => {
    context.objections().add('lea@exemple.fr')
    recordKey(operator.db, () => 'x'.repeat(43))
    operator.answer = () => 'non'
    await expect(run('doctor', [], { 'new-key': true })).rejects.toThrow('Rien n’est changé.')
    expect(count('objections'), 'objections after a no').toBe(1)
    operator.answer = () => 'oui'
    await run('doctor', [], { 'new-key': true })
    expect([count('objections'), noted.at(-1)]).toEqual([
      0,
      'La base tient cette clé pour la sienne ; 1 empreinte d’opposition effacée.',
    ])
    await expect(run('doctor', [], { 'new-key': true })).rejects.toThrow('La clé est déjà celle de la base.')
  })
})

it('hera mail retry prints how many e-mails go, and when', async () => {
  expect(await run('mail', ['retry']), 'exit code').toBeUndefined()
  insertMessage(operator.db, '2026-11-22T09:00:00.000Z', { about: 'C-1' })
  await run('mail', ['retry'])
  const release = lockForServing(operator.path)
  await run('mail', ['retry'])
  release()
  expect(noted).toEqual([
    '0 e-mail repart.',
    '1 e-mail repart au démarrage du site, qui ne tourne pas.',
    '1 e-mail repart maintenant, dans la limite de l’heure.',
  ])
})

describe('the output of', () => {
  it('person contains submissions, e-mails and objection, or that nothing is stored', async () => {
    expect(await run('person', ['lea@exemple.fr']), 'exit code if nothing is stored').toBe(1)
    expect(noted).toEqual(['Rien n’est détenu sur lea@exemple.fr.'])
    expect(printed).toEqual([])
    const reference = operator.submit('newsletter', { email: 'lea@exemple.fr' })
    const at = '2020-01-06T10:00:00.000Z'
    const message = { kind: 'confirmation', reference, recipient: 'lea@exemple.fr' }
    for (const end of [{ sent_at: '2020-01-06T10:01:00.000Z' }, { failed_at: at, failure: 'refused' }, {}])
      insertMessage(operator.db, at, { ...message, ...end })
    operator.db.exec(`INSERT INTO thread (reference, at, kind, text)
      SELECT reference, created_at, 'sent', 'Bonjour Léa.' FROM leads
      UNION ALL SELECT reference, created_at, 'note', 'Très bon contact' FROM leads`)
    expect(await run('person', ['lea@exemple.fr']), 'exit code if something is stored').toBe(0)
    const all = printed.join('\n')
    expect(all).toContain('Très bon contact')
    expect(all).toContain(`Lettre d’information – ${reference} – 6 janvier 2020 à 11:00:00\nÉtat : non confirmée\n`)
    expect(all).toContain('Information donnée : ')
    const states = ['parti le 2020-01-06 11:01', 'refusé', 'en attente']
    for (const state of states)
      expect(all).toContain(`confirmation, ${reference}, écrit le 2020-01-06 11:00 : ${state}`)
    expect(all).toContain('Réponse de la maison, 6 janvier 2020 à 11:00:00 :\nBonjour Léa.')
    expect(all).toContain('Consentement : demandé le 6 janvier 2020 à 11:00:00')
    expect(all).not.toContain('Opposition')
    expect(noted.slice(1)).toEqual([])
    context.objections().add('lea@exemple.fr')
    printed.length = 0
    expect(await run('person', ['lea@exemple.fr']), 'exit code with an objection').toBe(0)
    expect(printed).toContain('Opposition enregistrée : cette adresse ne reçoit ni lettre ni avis.')
  })

  it('person contains the answers of a submission and the labels of e-mails in the outbox', async () => {
    const reference = operator.submit('contact', { email: 'lea@exemple.fr' })
    for (const kind of ['lead', 'acknowledgement', 'reply'])
      insertMessage(operator.db, '2020-01-06T10:00:00.000Z', { kind, reference })
    await run('person', ['lea@exemple.fr'])
    expect(printed.join('\n')).toContain('Bonjour.')
    const kinds = printed.filter((line) => line.startsWith('E-mail')).map((line) => line.split(', ')[1])
    expect(kinds, 'kinds of the e-mails').toEqual(['demande', 'accusé', 'réponse'])
  })
})
