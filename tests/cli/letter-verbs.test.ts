import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import timers from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Args } from '../../src/cli/command.ts'
import { lockForServing } from '../../src/server/database/serving-lock.ts'
import { ExpectedError } from '../../src/server/expected-error.ts'
import { insertMessage } from '../insert-rows.ts'
import { plain } from '../plain.ts'
import { replaceBuiltin } from '../replace-builtin.ts'
import { CONFIRM } from '../samples.ts'
import { PLAIN_LETTER } from '../server/mail/letters/letter.ts'
import { openMailServer } from '../smtp.ts'
import { operator, setUpOperator } from './operator.ts'

/** Without a link to a page, because the pages exist only after a build. */
const TEXT = PLAIN_LETTER.replace('lisez [les questions](/faq#livraison)', 'enfin')
const MAIL = { smtpUrl: 'smtp://127.0.0.1:9', from: 'Hera <bonjour@hera.example>', to: [], toByForm: {}, perHour: 300 }

setUpOperator()
let file: string
beforeEach(() => {
  operator.context.config.mail = MAIL
  file = letterFile(TEXT)
})

const letterFile = (text: string, name = 'lettre.md') => {
  writeFileSync(operator.file(name), text)
  return operator.file(name)
}
const confirm = (list: 'newsletter' | 'waitlist', ...names: string[]) => {
  for (const name of names) operator.submit(list, { email: `${name}@exemple.fr` })
  operator.db.exec(CONFIRM)
  operator.db.exec(CONFIRM.replaceAll('newsletter_subscriptions', 'waitlist_signups'))
}
/** Records that the letter was sent to a recipient, like the site. */
const goes = (name: string) =>
  operator.db.exec(`UPDATE letters SET sent = sent + 1,
    queued_to = (SELECT id FROM leads JOIN newsletter_subscriptions USING (reference) WHERE email = '${name}@exemple.fr')`)
const letter = (action: string, subject?: string, values: Args['values'] = {}) =>
  operator.run('letter', subject === undefined ? [action] : [action, subject], values)
const to = { to: 'newsletter' }
const last = () => operator.noted.at(-1)
/** Runs a function while a server serves the database. */
const served = async (run: () => Promise<unknown>) => {
  const release = lockForServing(operator.path)
  try {
    return await run()
  } finally {
    release()
  }
}

describe('hera letter', () => {
  it('requires a built site', async () => {
    rmSync(operator.file('dist/build.json'))
    await expect(letter('list')).rejects.toThrow(ExpectedError)
    await expect(letter('list')).rejects.toThrow('Le site n’est pas construit : lancez d’abord « npm run build ».')
  })

  it('prints its usage', async () => {
    for (const words of [[], ['nul'], ['list', '3']])
      await expect(operator.run('letter', words)).rejects.toThrow('Écrivez check, test, send, list, show ou stop.')
    for (const action of ['check', 'send']) {
      await expect(letter(action, undefined, to)).rejects.toThrow('Indiquez le fichier de la lettre.')
      for (const values of [{}, { to: 'contact' }])
        await expect(letter(action, file, values)).rejects.toThrow('--to attend une liste : waitlist ou newsletter.')
    }
    // The command may run in another folder than the one in which it was typed.
    await expect(letter('check', 'absente.md', to)).rejects.toMatchObject({ path: resolve('absente.md') })
    await expect(letter('test', file, to)).rejects.toThrow('Indiquez une adresse e-mail.')
    for (const number of [undefined, 'deux', '1x', 'x1', '1234567890123456'])
      for (const action of ['show', 'stop'])
        await expect(letter(action, number)).rejects.toThrow('Une lettre se désigne par son numéro, par exemple 3.')
    for (const action of ['show', 'stop'])
      await expect(letter(action, '999999999999999')).rejects.toThrow('999999999999999')
  })

  it('check prints subject and text, writes the HTML and counts the recipients', async () => {
    confirm('newsletter', 'lea', 'zoe')
    expect(await letter('check', file, to), 'exit code').toBe(0)
    expect(operator.printed.join()).toMatch(/^\*Le printemps à l’atelier\*\n\nBonjour,\n.*\S$/s)
    expect(operator.noted).toEqual(['2 destinataires.'])
    const html = operator.file('apercu.html')
    await letter('check', file, { ...to, html })
    expect(readFileSync(html, 'utf8')).toContain('<strong>revenu</strong>')
    await letter('check', letterFile(TEXT.replace('Le printemps', () => 'À $& et $1')), to)
    expect(operator.printed.at(-1)).toMatch(/^\*À \$& et \$1 à l’atelier\*/)
  })

  it('check prints findings with their lines, and send rejects such a letter', async () => {
    confirm('newsletter', 'lea')
    const wrong = letterFile(TEXT.replace('enfin', '[enfin](/fac)').replace('À bientôt.', 'À bientôt !'))
    expect(await letter('check', wrong, to), 'exit code').toBe(1)
    expect(operator.noted).toEqual([
      expect.stringMatching(/lettre\.md:7 : le lien « \/fac » mène/),
      expect.stringMatching(/Conseil, ligne 14 : .*point d’exclamation/),
      '1 destinataire.',
    ])
    await expect(letter('send', wrong, { ...to, yes: true })).rejects.toThrow('Rien n’est envoyé.')
    expect(last()).toMatch(/lettre\.md:7 : /)
    expect(operator.count('letters'), 'letters sent in spite of findings').toBe(0)
  })

  it('test sends to one address and prints each step, including a failed one', async () => {
    const server = await openMailServer()
    const values = { ...to, address: 'moi@exemple.fr' }
    operator.context.config.mail = { ...MAIL, smtpUrl: server.url }
    expect(await letter('test', file, values), 'exit code if each step works').toBe(0)
    expect(server.received.map(({ to }) => to)).toEqual([['moi@exemple.fr']])
    expect(operator.printed.map((line) => line.split(' :')[0])).toEqual(
      ['Nom', 'Port', 'TLS', 'Connexion', 'Expéditeur', 'Destinataire', 'Message'].map((step) => `✓ ${step}`),
    )
    server.mood = 'refuse'
    expect(await letter('test', file, values), 'exit code if one step fails').toBe(1)
    expect(operator.printed.at(-1)).toMatch(/^✗ Destinataire : /)
    await server.close()
    operator.context.config.mail = undefined
    await expect(letter('test', file, values)).rejects.toThrow('SMTP_URL n’est pas défini : aucun e-mail ne part.')
    expect(operator.count('letters'), 'letters stored by a test').toBe(0)
  })
})

describe('hera letter send', () => {
  it('asks first, and sends only after a yes', async () => {
    confirm('newsletter', 'lea')
    await expect(letter('send', file, to)).rejects.toThrow('Personne ne peut répondre ici : ajoutez --yes.')
    operator.answer = () => 'non'
    await expect(letter('send', file, to)).rejects.toThrow('Rien n’est envoyé.')
    expect(operator.count('letters'), 'letters sent before a yes').toBe(0)
    operator.answer = () => ' Oui '
    expect(await letter('send', file, to), 'exit code').toBeUndefined()
    expect(operator.noted.slice(-2)).toEqual([
      '« Le printemps à l’atelier » : 1 destinataire.',
      'La lettre n° 1 attend : le site ne tourne pas, elle partira à son démarrage.',
    ])
  })

  it('sends a text once, and prints the number of the earlier letter', async () => {
    confirm('newsletter', 'lea')
    await letter('send', file, { ...to, yes: true })
    const before = 'Cette lettre est déjà partie à cette liste, sous le n° 1'
    expect(await letter('send', file, to), 'exit code of send').toBeUndefined()
    expect(last()).toBe(`${before} : rien de nouveau ne part.`)
    expect(await letter('check', file, to), 'exit code of check').toBe(0)
    expect(operator.noted.slice(-2)).toEqual([`${before}.`, '1 destinataire.'])
  })

  it('rejects a letter without recipients, also if the last one is erased before the yes', async () => {
    await expect(letter('send', file, { ...to, yes: true })).rejects.toThrow('Personne n’est inscrit et confirmé')
    confirm('newsletter', 'lea')
    operator.answer = () => {
      operator.db.exec('DELETE FROM leads')
      return 'oui'
    }
    await expect(letter('send', file, to)).rejects.toThrow('Rien n’est envoyé.')
    expect(operator.count('letters'), 'letters without recipients').toBe(0)
  })

  it('check and send print that a notice to the waiting list ends its sign-ups, unless it reaches nobody', async () => {
    await letter('check', file, { to: 'waitlist' })
    expect(operator.noted).toEqual(['0 destinataire.'])
    confirm('waitlist', 'lea')
    for (const action of ['check', 'send']) {
      operator.noted.length = 0
      await letter(action, file, { to: 'waitlist', yes: true })
      expect(operator.noted.map(plain).join('\n'), action).toMatch(
        /avis de disponibilité : il prévient une personne, et son inscription s’efface/,
      )
    }
    confirm('newsletter', 'lea')
    operator.noted.length = 0
    await letter('send', file, { ...to, yes: true })
    expect(operator.noted.join('\n')).not.toContain('avis de disponibilité')
  })

  it('sends to the first ones of the waiting list with --first, and prints who stays', async () => {
    confirm('waitlist', 'lea', 'zoe', 'max')
    const wave = { to: 'waitlist', yes: true, first: '2' }
    for (const first of ['0', '1.5', 'deux', '-1', '2x'])
      await expect(letter('send', file, { ...wave, first })).rejects.toThrow('--first attend un nombre')
    await letter('send', file, wave)
    expect(operator.noted.map(plain)).toContainEqual(expect.stringMatching(/prévient 2 personnes.* La suivante reste/))
    expect(operator.db.prepare('SELECT recipients, first_readers FROM letters').raw().all()).toEqual([[2, 2]])
  })

  it('rejects --first for the newsletter, because the others would need the same text again', async () => {
    const first = letter('send', file, { ...to, yes: true, first: '1' })
    await expect(first).rejects.toThrow('--first ne vaut que pour l’avis')
  })

  it('sends the rest of a stopped letter of the list with --rest', async () => {
    confirm('newsletter', 'lea', 'zoe')
    confirm('waitlist', 'max')
    await letter('send', file, { ...to, yes: true })
    const rest = { ...to, yes: true, rest: '1' }
    const other = letterFile(TEXT.replace('Bonjour', 'Bonsoir'))
    await expect(letter('send', other, rest)).rejects.toThrow('--rest attend le numéro d’une lettre arrêtée')
    await expect(letter('send', other, { ...rest, rest: 'x' })).rejects.toThrow('--rest attend un nombre')
    await letter('stop', '1')
    await expect(letter('send', other, { ...rest, to: 'waitlist' })).rejects.toThrow('lettre arrêtée de cette liste')
    await letter('send', other, rest)
    expect(operator.db.prepare('SELECT rest_of FROM letters ORDER BY id').pluck().all()).toEqual([null, 1])
  })

  it('schedules a letter for a future day and hour in Paris', async () => {
    confirm('newsletter', 'lea')
    for (const at of ['2026-11-22T11:00', '2026-11-31T09:00', 'demain'])
      await expect(letter('send', file, { ...to, yes: true, at })).rejects.toThrow('--at attend un jour et une heure')
    await letter('send', file, { ...to, yes: true, at: '2026-11-22T11:01' })
    expect(operator.noted.slice(-2)).toEqual([
      'La lettre partira le dimanche 22 novembre 2026 à 11 h 01 (heure de Paris), si le site tourne.',
      'Pour l’arrêter : hera letter stop b1',
    ])
    expect(operator.db.prepare('SELECT sends_at FROM letter_drafts').pluck().all()).toEqual([
      '2026-11-22T10:01:00.000Z',
    ])
    expect(operator.count('letters'), 'letters sent before their hour').toBe(0)
  })

  it('requires e-mail settings unless a running site has them', async () => {
    confirm('newsletter', 'lea')
    operator.context.config.mail = undefined
    await expect(letter('send', file, { ...to, yes: true })).rejects.toThrow('SMTP_URL n’est pas défini')
    expect(await served(() => letter('send', file, { ...to, yes: true })), 'exit code').toBeUndefined()
    expect(last()).toBe('La lettre n° 1 part. Pour l’arrêter : hera letter stop 1')
  })

  it('waits for the end with --wait if a site runs, and prints the time by the hourly budget', async () => {
    confirm('newsletter', 'lea', 'zoe', 'max')
    let going = '1'
    const stopIt = async () => void (await letter('stop', going))
    replaceBuiltin(timers, 'setTimeout', stopIt as typeof timers.setTimeout)
    const wait = { ...to, yes: true, wait: true }
    expect(await letter('send', file, wait), 'exit code without a site').toBeUndefined()
    expect(operator.shown, 'progress without a site').toEqual([])
    operator.context.config.mail = { ...MAIL, perHour: 1 }
    expect(await served(() => letter('send', file, wait)), 'exit code of a stopped letter').toBe(1)
    expect(operator.shown[0]).toEqual([0, 3, 'encore 2 h'])
    expect(last()).toMatch(/^Arrêtée : 0 partie/)
    operator.context.config.mail = undefined
    going = '2'
    const other = letterFile(TEXT.replace('Bonjour', 'Bonsoir'))
    expect(await served(() => letter('send', other, wait)), 'exit code of a stopped letter').toBe(1)
    expect(operator.noted).toContainEqual(expect.stringMatching(/^0 sur 3, encore une minute ou deux/))
  })
})

describe('scheduled letters', () => {
  const planned = () => operator.db.prepare('SELECT sends_at, problem FROM letter_drafts').raw().get()
  const listed = async () => {
    operator.printed.length = operator.noted.length = 0
    await letter('list')
    return operator.printed.map((line) => line.trim().split('\t'))
  }
  beforeEach(async () => {
    confirm('newsletter', 'lea')
    await letter('send', letterFile(TEXT.replace('Bonjour', 'Bonsoir')), { ...to, yes: true })
    await letter('send', letterFile(TEXT), { ...to, yes: true, at: '2026-11-22T11:01' })
  })

  it('are listed above sent ones, with their hour and a number of their own', async () => {
    const row = ['b1', '2026-11-22 11:01', 'newsletter', 'Le printemps à l’atelier', 'programmée']
    expect(await listed()).toEqual([row, expect.arrayContaining(['1', '2026-11-22 11:00'])])
    expect(operator.noted, 'messages about valid letters').toEqual([])
  })

  it('are not scheduled or sent a second time: the command prints when they go and how to change that', async () => {
    for (const values of [{ at: '2026-11-23T09:00' }, {}]) {
      operator.noted.length = 0
      expect(await letter('send', letterFile(TEXT), { ...to, ...values }), 'exit code').toBeUndefined()
      expect(operator.noted).toEqual([
        'Cette lettre est déjà programmée, sous b1, pour le dimanche 22 novembre 2026 à 11 h 01 (heure de Paris) : rien n’est changé.',
        'Pour une autre heure ou pour l’envoyer maintenant : hera letter stop b1, puis de nouveau send.',
      ])
    }
    expect(operator.count('letter_drafts'), 'drafts').toBe(1)
    expect([planned(), operator.count('letters')]).toEqual([['2026-11-22T10:01:00.000Z', null], 1])
  })

  it('are stopped once by that number, and stay as drafts of the desk', async () => {
    await letter('stop', 'b1')
    expect(last()).toBe('La lettre b1 ne partira pas : elle reste en brouillon au bureau.')
    expect(planned(), 'the draft without its hour').toEqual([null, null])
    expect(await listed(), 'letters listed after the stop').toHaveLength(1)
    for (const number of ['b1', 'b2'])
      await expect(letter('stop', number)).rejects.toThrow(`La lettre ${number} n’est pas programmée.`)
    expect(operator.db.prepare('SELECT stopped_at FROM letters').pluck().all(), 'letters stopped').toEqual([null])
  })

  it('that were sent cannot be stopped, and their number is printed', async () => {
    operator.db.exec('UPDATE letters SET draft = 1; DELETE FROM letter_drafts')
    await expect(letter('stop', 'b1')).rejects.toThrow('La lettre b1 est déjà partie, sous le n° 1.')
  })

  it('that were not sent are listed with the reason', async () => {
    operator.db.exec("UPDATE letter_drafts SET sends_at = NULL, problem = 'Personne n’était inscrit.'")
    expect((await listed())[0]).toEqual(['b1', '', 'newsletter', 'Le printemps à l’atelier', 'pas partie'])
    expect(operator.noted).toEqual(['b1 : Personne n’était inscrit.'])
    await letter('stop', 'b1')
    expect(planned(), 'the draft without its problem').toEqual([null, null])
  })
})

describe('sent letters', () => {
  it('are listed with their figures, or it is printed that there are none', async () => {
    await letter('list')
    expect([operator.printed, operator.noted]).toEqual([[], ['Aucune lettre n’est partie.']])
    confirm('newsletter', 'lea', 'zoe')
    await letter('send', file, { ...to, yes: true })
    goes('lea')
    operator.noted.length = 0
    await letter('list')
    const cells = operator.printed.map((line) => line.split('\t'))
    expect(cells.map((row) => operator.heads.at(-1)?.map((head, i) => `${head} ${row[i]}`))).toEqual([
      [
        ...['N° 1', 'Départ 2026-11-22 11:00', 'Liste newsletter', 'Objet Le printemps à l’atelier', 'État en cours'],
        ...['Destinataires 2', 'Parties 1', 'En attente 1', 'Refusées 0', 'Retirées 0', 'Incertaines 0'],
      ],
    ])
    expect(operator.noted).toEqual([])
  })

  it('are shown as they were sent', async () => {
    await expect(letter('show', '1')).rejects.toThrow('Aucune lettre ne porte le n° 1.')
    confirm('newsletter', 'lea')
    await letter('send', file, { ...to, yes: true })
    const at = '2026-11-22T10:00:00.000Z'
    const refused = { failed_at: at, failure: 'refused', last_error: '550 no such user', recipient: 'lea@exemple.fr' }
    const { reference = '' } = operator.db.prepare<[], { reference: string }>('SELECT reference FROM leads').get() ?? {}
    insertMessage(operator.db, at, { ...refused, letter: 1, reference })
    const html = operator.file('envoyee.html')
    expect(await letter('show', '1', { html }), 'exit code').toBeUndefined()
    expect(operator.printed[0]).toMatch(
      /^À newsletter, le dimanche 22 novembre 2026 à 11 h \(heure de Paris\) ; en cours\n1 destinataire : 0 partie/,
    )
    expect(operator.printed[0]).toContain('\nlea@exemple.fr : L’adresse du destinataire n’existe pas.\n')
    expect(operator.printed[1]).toMatch(/^\*Le printemps à l’atelier\*\n\nBonjour,/)
    expect(readFileSync(html, 'utf8')).toContain('<strong>revenu</strong>')
  })

  it('are stopped once, with the number of sent messages', async () => {
    confirm('newsletter', 'lea', 'zoe')
    await letter('send', file, { ...to, yes: true })
    goes('lea')
    await letter('stop', '1')
    expect(last()).toBe('La lettre n° 1 est arrêtée : 1 est partie, les autres ne partiront pas.')
    await expect(letter('stop', '1')).rejects.toThrow('La lettre n° 1 n’est pas en cours d’envoi.')
  })
})
