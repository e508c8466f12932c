import { describe, expect, it } from 'vitest'
import { mailLink } from '../../../src/server/desk/lead/reply-link.ts'
import { threadOf } from '../../../src/server/leads/thread.ts'
import { answerFailed, receive } from '../../../src/server/leads/turn.ts'
import { ANNE, BASTIEN, backend, leadOf, press, said, setUpTestDesk } from './test-desk.ts'

const BEGIN = '2026-11-23T10:00:00.000Z'
setUpTestDesk(BEGIN)

/** Sends an answer and returns the page or redirect. */
const answer = (reference: string, reponse: string, more: Record<string, string | Blob> = {}, author = ANNE) =>
  press(reference, 'repondre', { reponse, vu: '0', ...more }, author)
/** Sends all messages that are due once an answer can no longer be taken back, and returns the answer. */
const sentAnswer = () => {
  backend.goTo(13_000)
  return backend.mails().find(({ kind }) => kind === 'reply')?.mail
}
const takeBack = (reference: string, redirect: unknown, more: Record<string, string> = {}) =>
  press(reference, 'annuler', { reponse_id: /parti=(\d+)/.exec(String(redirect))?.[1] ?? '', ...more })
const pdf = new File(['%PDF-1.7 …'], '../dossier\r\nx/devis "bleu".exe', { type: 'text/html' })

describe('an answer', () => {
  it('goes out after ten seconds, ends turn and reminder, and opens the next conversation', async () => {
    const reference = backend.submit('contact')
    const next = backend.submit('contact', { email: 'zoe@exemple.fr' })
    await press(reference, 'plus-tard:demain')
    const { status, to } = await answer(reference, 'Oui, en bordeaux.')
    expect([status, to]).toEqual([303, expect.stringMatching(RegExp(`^/bureau/${next}\\?parti=\\d+$`))])
    expect(leadOf(reference)).toMatchObject({ waiting_since: null, remind_on: null, outcome: null })
    expect(backend.sentKinds(), 'before ten seconds').not.toContain('reply')
    const text = expect.stringContaining('Oui, en bordeaux.')
    expect(sentAnswer()).toMatchObject({ to: ['lea@exemple.fr'], text })
  })

  it('answers the last message of the person: subject, thread, and words quoted', async () => {
    const reference = backend.submit('contact')
    backend.mails()
    const message = { reference, at: BEGIN, message_id: 'm1@exemple.fr', subject: 'Re: Mon tapis' }
    receive(backend.db, { ...message, text: 'Et en bleu ?\n\nLe 20 nov. 2026 à 10:00, Hera <x@y.fr> a écrit :\n> Oui' })
    const { seen } = await answer(reference, 'Aussi.')
    await answer(reference, 'Aussi.', { vu: String(seen) })
    const mail = sentAnswer()
    const headers = { 'In-Reply-To': '<m1@exemple.fr>', References: expect.stringContaining('m1@') }
    expect(mail).toMatchObject({ subject: 'Re: Mon tapis', headers })
    expect(mail?.text).toMatch(/> Et en bleu/)
    expect(mail?.text).not.toContain('> > Oui')
  })

  it('never quotes what came from another address', async () => {
    const reference = backend.submit('contact')
    receive(backend.db, { reference, at: BEGIN, text: 'Secret', from_address: 'autre@mal.example' })
    await press(reference, 'repondre', { reponse: 'Oui.' })
    expect(sentAnswer()?.text).not.toContain('Secret')
  })

  it('is taken back with turn, reminder and outcome as before, and its words come back', async () => {
    const reference = backend.submit('quote')
    await press(reference, 'plus-tard:jour', { jour: '2026-11-30' })
    const { to } = await answer(reference, 'Bienvenue.', { suite: 'oui' })
    const accepted = { outcome: 'accepted', remind_on: null, waiting_since: null, keep_until: '2036-11-23' }
    expect(leadOf(reference)).toMatchObject(accepted)
    expect(to, 'so that the prepared answer comes back too').toContain('suite=oui')
    const undo = () => takeBack(reference, to, { reponse: 'Bienvenue.', suite: 'oui' })
    for (const page of [await undo(), await undo()])
      expect([page.message?.good, page.typed.reponse, page.chosen?.id]).toEqual([true, 'Bienvenue.', 'oui'])
    expect(leadOf(reference)).toMatchObject({ outcome: null, remind_on: '2026-11-30', waiting_since: BEGIN })
    expect(leadOf(reference).keep_until, 'as an order').toBeNull()
    expect(sentAnswer()).toBeUndefined()
    const { to: again } = await answer(reference, 'Bienvenue.')
    for (const begun of ['claimed_at = created_at', 'claimed_at = NULL, sent_at = created_at']) {
      backend.db.exec(`UPDATE outbox SET ${begun} WHERE kind = 'reply'`)
      const late = await takeBack(reference, again, { reponse: 'Bienvenue.' })
      expect(late, begun).toMatchObject({ message: { good: false }, typed: { reponse: '' } })
    }
  })

  it('with a reminder, taken back or returned, does not hide who waits until its day', async () => {
    const reference = backend.submit('quote')
    const { to } = await answer(reference, 'Patience.', { suite: 'delai' })
    await takeBack(reference, to)
    expect(leadOf(reference)).toMatchObject({ remind_on: null, waiting_since: BEGIN })
    await answer(reference, 'Patience.', { suite: 'delai' })
    answerFailed(backend.db, backend.clock, String(threadOf(backend.db, reference)[0]?.message_id))
    expect(leadOf(reference)).toMatchObject({ remind_on: null, waiting_since: BEGIN })
  })

  it.each([
    ['', 'Écrivez votre réponse'],
    ['x'.repeat(20_001), '20 001 caractères'],
    ['Prix : [à compléter : prix].', 'Il reste à remplir : [à compléter : prix].'],
  ])('«%.30s» is refused beside its field, and kept', async (text, why) => {
    const reference = backend.submit('contact')
    const page = await answer(reference, text)
    expect([page.status, page.message?.field, page.typed.reponse]).toEqual([422, 'reponse', text])
    expect(page.message?.text.replace(/\s/g, ' ')).toContain(why)
    expect(leadOf(reference).waiting_since, 'since when the person waits').toBe(BEGIN)
  })

  it('that has not seen another one is refused with its words and a name; the same one twice is one', async () => {
    const reference = backend.submit('contact')
    await answer(reference, 'Oui.')
    expect((await answer(reference, 'Oui.')).status, 'the button pressed twice').toBe(303)
    expect((await answer(reference, 'Non.')).message?.text, 'in another tab').toContain('Vous avez répondu à 11 h')
    const late = await answer(reference, 'Non.', {}, BASTIEN)
    expect([late.status, late.typed.reponse]).toEqual([409, 'Non.'])
    expect(late.message?.text).toContain('Anne a répondu à 11 h')
    expect(said(reference), 'the thread').toEqual([['sent', ANNE, 'Oui.']])
    expect((await answer(reference, 'Non.', { vu: String(late.seen) }, BASTIEN)).status, 'sent on purpose').toBe(303)
  })

  it('that has not seen a message of the person is refused, and its file must be chosen again', async () => {
    const reference = backend.submit('contact')
    receive(backend.db, { reference, at: BEGIN, text: 'Finalement non.' })
    expect((await answer(reference, 'Oui.')).message?.text).toContain('La personne a écrit à 11 h, entre-temps')
    const page = await answer(reference, 'Oui.', { fichier: pdf, suite: 'devis' })
    const text = expect.stringMatching(/Joignez de nouveau le fichier\.$/)
    expect(page).toMatchObject({ message: { text }, chosen: { id: 'devis' } })
  })

  it('that does not arrive gives the turn back at its former time, and goes again to a corrected address', async () => {
    const reference = backend.submit('contact')
    await answer(reference, 'Oui.')
    sentAnswer()
    const [row] = threadOf(backend.db, reference)
    backend.db.exec("UPDATE outbox SET failed_at = sent_at, failure = 'refused', sent_at = NULL WHERE kind = 'reply'")
    backend.writers.reply?.onFailed?.({ message_id: row?.message_id } as never, true)
    expect(leadOf(reference).waiting_since).toBe(BEGIN)
    expect(said(reference).at(-1)).toEqual(['event', 'site', 'votre réponse n’est pas arrivée'])
    const page = await press(reference, 'corriger', { adresse: 'neuve@exemple.fr' })
    expect(page.message?.text).toBe('L’adresse est corrigée, et votre réponse repart.')
    expect(leadOf(reference).waiting_since).toBeNull()
    expect(sentAnswer()?.to).toEqual(['neuve@exemple.fr'])
  })

  it('carries one file and the conditions until it has gone, whatever its name', async () => {
    const reference = backend.submit('quote')
    await answer(reference, 'Voici.', { fichier: pdf, suite: 'devis' })
    expect(threadOf(backend.db, reference)[0]?.files).toBe('conditions.html\ndevis bleu.pdf')
    const mail = sentAnswer()
    expect(mail?.files).toMatchObject([
      { name: 'conditions.html', type: 'text/html' },
      { name: 'devis bleu.pdf', type: 'application/pdf' },
    ])
    backend.writers.reply?.onSent?.({ message_id: mail?.messageId } as never)
    expect(backend.count('answer_files'), 'files that are kept').toBe(0)
  })

  it.each([
    ['nothing', new File([], 'devis.pdf'), 'est vide'],
    ['a page', new File(['%html'], 'devis.pdf', { type: 'application/pdf' }), 'ni un PDF'],
    ['6 MB', new File(['%PDF-', new Uint8Array(5 * 1024 * 1024)], 'devis.pdf'), '5 Mo'],
  ])('refuses %s as its file', async (_, fichier, why) => {
    const page = await answer(backend.submit('quote'), 'Voici.', { fichier })
    expect([page.status, page.message?.text]).toEqual([422, expect.stringContaining(why)])
  })

  it('is inserted without a script below what was typed', async () => {
    const page = await press(backend.submit('quote'), 'modele:devis', { reponse: 'Bonjour,' })
    const reponse = 'Bonjour,\n\nPrix : [à compléter : prix].'
    expect(page).toMatchObject({ status: 200, typed: { reponse }, chosen: { id: 'devis' } })
  })

  it('without an SMTP server is prepared for the house’s own mail program, then noted', async () => {
    Object.assign(backend.desk, { mail: undefined })
    const reference = backend.submit('contact')
    expect(await answer(reference, 'Oui.')).toMatchObject({ status: 200, readyToMail: true })
    expect(said(reference), 'before it was sent').toEqual([])
    expect(mailLink('lea@exemple.fr', 'Re', 'Bonjour,\r\nOui.'), 'as a browser posts it').toMatch(/C%0D%0AOui\.$/)
    await press(reference, 'envoyee', { reponse: 'Oui.', fichier: pdf })
    expect(said(reference)).toEqual([['sent', ANNE, 'Oui.']])
    expect(threadOf(backend.db, reference)[0]?.files, 'what such a link cannot carry').toBeNull()
    expect(leadOf(reference).waiting_since).toBeNull()
  })
})
