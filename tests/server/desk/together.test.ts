import { expect, it } from 'vitest'
import type { FormName } from '../../../src/forms/index.ts'
import { answerToday, saidOf } from '../../../src/server/desk/answer-today.ts'
import { STAFF } from './desk-site.ts'
import { backend, requestTo, sent, setUpTestDesk } from './test-desk.ts'

setUpTestDesk('2026-11-23T10:00:00.000Z')

/** Presses a button of the page of today; returns the status and the message of the next page. */
async function press(body: Record<string, string>) {
  const answer = await answerToday(requestTo('/bureau', body), async () => 'shown', backend.desk)
  const [status, location] = sent(answer)
  const result = saidOf(new URL(location ?? '', 'https://hera.example').searchParams, backend.desk)
  return { status, said: result?.text, lead: result?.lead?.reference }
}
const submit = (name: FormName, n = 0, suspected = false) =>
  backend.submit(name, { email: `p${n}@exemple.fr` }, suspected)
const state = (reference: string) =>
  backend.rows<{ state: string; remind_on: string | null }>(
    'SELECT state, remind_on FROM leads WHERE reference = ?',
    reference,
  )[0]
const chosen = (...references: string[]) => Object.fromEntries(references.map((each) => [`choix-${each}`, '0']))

it.each([
  ['repondue', { state: 'répondue', remind_on: null }, 'Une demande est réglée.'],
  ['demain', { state: 'nouvelle', remind_on: '2026-11-24' }, 'Une demande revient demain.'],
  ['sans-suite', { state: 'sans suite', remind_on: null }, 'Une demande est classée sans suite.'],
])('the button «%s» of a lead changes that lead only, and stores its author', async (act, becomes, said) => {
  const [one, other] = [submit('contact'), submit('contact', 1)]
  expect(await press({ acte: `${act} ${one} 0`, ...chosen(other) })).toEqual({ status: 303, said, lead: one })
  expect(state(one)).toEqual(becomes)
  expect(state(other)).toEqual({ state: 'nouvelle', remind_on: null })
  expect(backend.desk.lead(one)?.changes.map(({ author }) => author)).toEqual([STAFF])
})

it.each(['repondue', 'demain', 'sans-suite', 'fait'])(
  'the button «%s» keeps the draft of a reply to that lead',
  async (act) => {
    const one = submit('contact')
    await backend.desk.keepDraft(one, { reponse: 'Bonjour,' })
    await press({ acte: `${act} ${one} 0` })
    expect(backend.desk.draft(one)?.fields).toEqual({ reponse: 'Bonjour,' })
  },
)

it('«sans suite» clears the reminder', async () => {
  const one = submit('contact')
  await press({ acte: `demain ${one} 0` })
  await press({ acte: `sans-suite ${one} 1` })
  expect(state(one)).toEqual({ state: 'sans suite', remind_on: null })
})

it.each(['repondue', 'sans-suite', 'fait', 'vraie'])(
  'the button «%s» does not change a withdrawal, an accepted reseller or a suspected submission',
  async (acte) => {
    const all = [submit('withdrawal'), submit('partnership', 1), submit('contact', 2, acte !== 'vraie')]
    backend.db.exec(`UPDATE leads SET remind_on = '2026-12-10', state = 'acceptée' WHERE reference = '${all[1]}'`)
    if (acte === 'fait') backend.db.exec("UPDATE leads SET state = 'nouvelle'")
    const before = all.map(state)
    const { said } = await press({ acte, ...chosen(...all) })
    expect(said).toBe('3 demandes : ce geste ne s’y applique pas, rien n’y est changé.')
    expect(all.map(state)).toEqual(before)
  },
)

it('a button changes all selected leads', async () => {
  const all = [submit('contact'), submit('quote', 1), submit('partnership', 2)]
  expect(await press({ acte: 'sans-suite', ...chosen(...all) })).toMatchObject({ status: 303, lead: undefined })
  expect(all.map((each) => state(each)?.state)).toEqual(['sans suite', 'sans suite', 'sans suite'])
  const two = [submit('contact', 4), submit('contact', 5)]
  expect((await press({ acte: 'repondue', ...chosen(...two) })).said).toBe('2 demandes sont réglées.')
  expect((await press({ acte: 'repondue' })).said).toBe('Choisissez d’abord des demandes.')
})

it('a lead that another person changed meanwhile is skipped, and the others are changed', async () => {
  const [one, other] = [submit('contact'), submit('contact', 1)]
  await backend.desk.changeFollowUp(one, { state: 'sans suite' }, 0)
  const { said } = await press({ acte: 'repondue', ...chosen(one, other) })
  expect(said).toContain('Une demande est réglée. 1 demande : quelqu’un y a touché entre-temps')
  expect([one, other].map((each) => state(each)?.state)).toEqual(['sans suite', 'répondue'])
})

it('the button for a refund marks it as refunded', async () => {
  const withdrawal = submit('withdrawal')
  expect((await press({ acte: `remboursee ${withdrawal} 0` })).said).toBe('Un remboursement est noté.')
  expect(state(withdrawal)?.state).toBe('remboursée')
})

it('«fait» clears a reminder, and «vraie» releases a suspected submission', async () => {
  const reminded = submit('contact')
  backend.db.exec(`UPDATE leads SET remind_on = '2026-11-23', state = 'répondue' WHERE reference = '${reminded}'`)
  await press({ acte: `fait ${reminded} 0` })
  expect(state(reminded)).toEqual({ state: 'répondue', remind_on: null })
  const real = submit('contact', 2, true)
  expect((await press({ acte: `vraie ${real} 0` })).said).toContain('n’est plus suspect')
  expect(backend.desk.find(real)).toMatchObject({ suspected_spam: 0, state: 'nouvelle', version: 0 })
})

it.each([
  '',
  'effacer',
  'supprimer',
  'repondue C-0000-0000',
  "repondue ' OR 1=1 0",
  'toString',
  'repondue C-0000-0000 0 0',
])('the invalid action %j returns 400 and changes nothing', async (acte) => {
  const reference = submit('contact')
  const answer = await answerToday(
    requestTo('/bureau', { acte, 'choix-x': '0', [`choix-${reference}'`]: '0' }),
    async () => 'shown',
    backend.desk,
  )
  expect(sent(answer)[0], 'status').toBe(400)
  expect(state(reference)).toEqual({ state: 'nouvelle', remind_on: null })
})
