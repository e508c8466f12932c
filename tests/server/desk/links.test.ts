import { beforeEach, expect, it } from 'vitest'
import { allForms } from '../../../src/forms/index.ts'
import { deskDestination } from '../../../src/server/desk/access/destination.ts'
import { answerToday } from '../../../src/server/desk/answer-today.ts'
import { answerAct } from '../../../src/server/desk/lead/answer-act.ts'
import { createLeadLinks, type LinkAct } from '../../../src/server/leads/follow-up/lead-links.ts'
import { backend, requestTo, sent, setUpTestDesk } from './test-desk.ts'

const DAY = 86_400_000

setUpTestDesk('2026-11-23T10:00:00.000Z')
let reference: string
beforeEach(() => {
  reference = backend.submit('contact')
})

const links = () => createLeadLinks(backend.hash, backend.clock)
/** Opens a link; with a body, presses its button. */
const follow = (token: string, body?: Record<string, string>) =>
  answerAct(requestTo('/bureau/geste/x', body), token, { deskOf: backend.deskOf, leadLinks: links() })
const press = (token: string) => follow(token, {})
const token = (act: LinkAct = 'repondu', of = reference) => links().make(act, of)
const lead = (of = reference) => backend.rows('SELECT state, remind_on, version FROM leads WHERE reference = ?', of)[0]
const UNTOUCHED = { state: 'nouvelle', remind_on: null, version: 0 }

it('a notice link shows one button and no personal data, and changes nothing', async () => {
  const shown = await follow(token())
  expect(shown).toMatchObject({ status: 200, button: 'Oui, c’est fait', reference })
  expect(JSON.stringify(shown)).not.toMatch(/Léa|lea@|Bonjour/)
  expect(lead()).toEqual(UNTOUCHED)
})

it('the button of a notice link changes that lead only, and the history names the e-mail as author', async () => {
  const other = backend.submit('contact', { email: 'autre@exemple.fr' })
  expect(await press(token('demain'))).toMatchObject({ status: 200, done: true })
  expect(lead()).toMatchObject({ remind_on: '2026-11-24' })
  expect(await press(token())).toMatchObject({ status: 200, done: true })
  expect(lead()).toMatchObject({ state: 'répondue', remind_on: null })
  expect(backend.desk.lead(reference)?.changes.map(({ author }) => author)).toEqual(['e-mail', 'e-mail'])
  expect(lead(other)).toEqual(UNTOUCHED)
})

it.each(['repondu', 'demain'] as const)('the link «%s» of a settled lead changes nothing', async (act) => {
  await backend.desk.changeFollowUp(reference, { state: 'sans suite', remind_on: '2026-12-10' }, 0)
  const settled = { status: 200, title: 'Déjà réglée', reference }
  expect(await follow(token(act)), 'before the button').toMatchObject(settled)
  expect(await follow(token(act)), 'before the button').not.toHaveProperty('button')
  expect(await press(token(act))).toMatchObject(settled)
  expect(lead()).toEqual({ state: 'sans suite', remind_on: '2026-12-10', version: 1 })
})

it('the notice link «repondu» marks a withdrawal as refunded, and is idempotent', async () => {
  const withdrawal = backend.submit('withdrawal')
  const link = token('repondu', withdrawal)
  await press(link)
  await press(link)
  expect(lead(withdrawal)).toMatchObject({ state: 'remboursée' })
})

it('a notice link is valid for 14 days (issue «Answer where the lead is»)', async () => {
  const link = token()
  backend.goTo(14 * DAY - 1000)
  expect(await follow(link)).toMatchObject({ status: 200 })
  backend.goTo(1000)
  expect(await follow(link)).toMatchObject({ status: 404, title: 'Ce lien n’est plus valable' })
  expect(await press(link)).toMatchObject({ status: 404 })
  expect(lead()).toEqual(UNTOUCHED)
})

it('a notice link with any changed part is rejected', async () => {
  const other = backend.submit('contact', { email: 'autre@exemple.fr' })
  const [act = '', , until = '', signature = ''] = token().split('.')
  const forged = [
    '',
    'x',
    [act, other, until, signature],
    ['demain', reference, until, signature],
    [act, reference, String(Number(until) + 1), signature],
    [act, reference, until, signature.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
    [act, reference, until, ''],
    [act, reference, until, 'A'.repeat(32)],
    ['effacer', reference, until, signature],
  ].map((parts) => (typeof parts === 'string' ? parts : parts.join('.')))
  for (const link of forged) expect(await press(link), link).toMatchObject({ status: 404 })
  const elsewhere = createLeadLinks((text) => `${backend.hash(`autre ${text}`)}`, backend.clock).make(
    'repondu',
    reference,
  )
  expect(await press(elsewhere)).toMatchObject({ status: 404 })
  for (const each of [reference, other]) expect(lead(each)).toEqual(UNTOUCHED)
})

it('a notice link of an erased lead returns 404 without its reference', async () => {
  const link = token()
  backend.desk.erase('lea@exemple.fr')
  for (const answer of [await follow(link), await press(link)])
    expect(answer).toEqual({
      status: 404,
      title: 'Ce lien n’est plus valable',
      sentence: expect.not.stringContaining(reference),
    })
})

it('every part of the desk parses each reference that a form can create', async () => {
  backend.db.pragma('foreign_keys = OFF')
  for (const { prefix } of allForms)
    for (const signs of ['0123-4567', '89AB-CDEF', 'GHJK-MNPQ', 'RSTV-WXYZ']) {
      const of = `${prefix}-${signs}`
      backend.db.exec(`DELETE FROM lead_changes; UPDATE leads SET reference = '${of}', version = 0;
        UPDATE leads SET state = 'nouvelle', remind_on = NULL; UPDATE contact_messages SET reference = '${of}'`)
      expect(links().read(token('demain', of)), of).toEqual({ act: 'demain', reference: of })
      expect(deskDestination(`/bureau/${of}`)).toBe(`/bureau/${of}`)
      for (const [version, press] of [
        { acte: `demain ${of} 0` },
        { acte: 'repondue', [`choix-${of}`]: '1' },
      ].entries()) {
        expect(lead(of)).toMatchObject({ version })
        const done = await answerToday(requestTo('/bureau', press), async () => 'shown', backend.desk)
        expect(sent(done)[1]).toContain('n=1&refus=0')
      }
    }
})
