import { beforeEach, expect, it } from 'vitest'
import { answerSeries } from '../../../src/server/desk/answer-series.ts'
import { deleteLeads } from '../../../src/server/leads/leads.ts'
import { createSeries, lastNoted, type Series, type SeriesEntry } from '../../../src/server/leads/series.ts'
import { backend, setUpTestBackend } from '../test-backend.ts'

let series: Series
setUpTestBackend('2026-11-23T10:00:00.000Z')
beforeEach(() => {
  series = createSeries(backend.db, backend.clock, 100)
})

const post = (values: Record<string, string>, author = 'a@hera.example') =>
  answerSeries(
    new Request('https://hera.example/bureau/serie', { method: 'POST', body: new URLSearchParams(values) }),
    series,
    author,
  )

/** Values that the buttons of an entry send. */
const shown = (entry?: SeriesEntry) => ({ id: String(entry?.id), vu: String(entry?.at) })

it('the series counts the reserved pieces by lead and those that have left', async () => {
  const reference = backend.submit('partnership')
  expect(await post({ action: 'noter', reference, pieces: '40' })).toMatchObject({ status: 303 })
  expect(await post({ action: 'noter', pieces: '3', etat: 'partie' })).toMatchObject({ status: 303 })
  expect(series.counts()).toEqual({ reserved: 40, gone: 3 })
  expect(series.of(reference)).toMatchObject([{ pieces: 40, state: 'réservée', author: 'a@hera.example' }])
  await post({ action: 'partie', ...shown(series.of(reference)[0]) }, 'b@hera.example')
  expect(series.of(reference), 'every change carries its author').toMatchObject([
    { state: 'partie', author: 'b@hera.example' },
  ])
  expect(series.counts()).toEqual({ reserved: 0, gone: 43 })
})

it('the series stores pieces without a lead if it was erased after its page was opened', async () => {
  expect(await post({ action: 'noter', reference: 'C-0000-0000', pieces: '1' })).toMatchObject({ status: 303 })
  expect(series.entries()).toMatchObject([{ reference: null }])
})

it.each(['', 'C-0000', 'xC-0000-0000', 'C-0000-0000x', 'c-0000-0000', 'C-0000-0000/../appareils'])(
  'the series treats «%s» as no reference',
  async (reference) => {
    const answer = await post({ action: 'noter', reference, pieces: '1' })
    expect((answer as Response).headers.get('location')).toBe('/bureau/serie')
    expect(series.entries()).toMatchObject([{ reference: null }])
  },
)

it('the series allots no piece twice and returns how many are left', async () => {
  await post({ action: 'noter', pieces: '9' })
  await post({ action: 'noter', pieces: '90', etat: 'partie' })
  expect(await post({ action: 'noter', pieces: '2' })).toEqual({
    status: 422,
    problem: 'Il ne reste que 1 pièce sur 100.',
    lead: null,
  })
  await post({ action: 'noter', pieces: '1' })
  expect(await post({ action: 'noter', pieces: '1' })).toMatchObject({ problem: expect.stringContaining('toutes') })
  await post({ action: 'liberer', ...shown(series.entries().at(-1)) })
  expect(series.counts()).toEqual({ reserved: 1, gone: 90 })
})

it('the series returns the lead with a rejected number of pieces, and null without a lead', async () => {
  const reference = backend.submit('partnership')
  expect(await post({ action: 'noter', reference, pieces: '101' })).toMatchObject({ status: 422, lead: reference })
  expect(await post({ action: 'noter', pieces: '101' })).toMatchObject({ status: 422, lead: null })
  expect(series.entries(), 'pieces noted').toEqual([])
})

it.each(['', '0', '-1', '1.5', 'dix', '100000'])('the series rejects «%s» as a number of pieces', async (pieces) => {
  expect(await post({ action: 'noter', pieces })).toMatchObject({ status: 422 })
  expect(series.entries()).toEqual([])
})

it('the series keeps its counts without the reference when the lead is deleted', async () => {
  const reference = backend.submit('contact')
  await post({ action: 'noter', reference, pieces: '2' })
  deleteLeads(backend.db, [{ reference }])
  expect(series.entries()).toMatchObject([{ reference: null, pieces: 2 }])
  expect(series.counts()).toEqual({ reserved: 2, gone: 0 })
})

it.each(['liberer', 'partie'])('the series rejects a change from an outdated page: %s', async (action) => {
  series.add(null, 2, 'réservée', null)
  const old = shown(series.entries()[0])
  backend.goTo(60_000)
  await post({ action: 'liberer', ...old })
  series.add(backend.submit('contact'), 4, 'réservée', null)
  const [theirs] = series.entries()
  expect(String(theirs?.id), 'id of the new entry, equal to that of the deleted one').toBe(old.id)
  const told = { status: 409, problem: expect.stringContaining('rien n’y est changé') }
  expect(await post({ action, ...old }), 'response about an entry that was replaced').toEqual(told)
  expect(series.entries(), 'the new entry').toEqual([theirs])
  backend.goTo(60_000)
  await post({ action: 'partie', ...shown(theirs) })
  expect(await post({ action, ...shown(theirs) }), 'response about pieces that have left since').toEqual(told)
  expect(series.counts(), 'pieces that have left').toEqual({ reserved: 0, gone: 4 })
})

it('the series reserves once when the button of a lead is pressed twice, and again from the next page', async () => {
  const reference = backend.submit('contact')
  const page = () => ({ action: 'noter', reference, pieces: '2', vu: lastNoted(series.of(reference)) })
  for (const pieces of [2, 4]) {
    const form = page()
    backend.goTo(1000)
    const answers = [await post(form), await post(form)] as Response[]
    expect(
      answers.map(({ headers }) => headers.get('location')),
      'redirects of both presses',
    ).toEqual(Array(2).fill(`/bureau/${reference}#serie`))
    expect(series.counts().reserved, 'pieces reserved by two presses of one page').toBe(pieces)
  }
  await post({ ...page(), pieces: '3', vu: '' })
  expect(series.counts().reserved, 'pieces after another number from an old page').toBe(7)
})

it('the series asks whether pieces without a lead were noted twice, and stores them if confirmed', async () => {
  series.add(backend.submit('contact'), 1, 'réservée', null)
  const press = (vu = lastNoted(series.entries())) => post({ action: 'noter', pieces: '1', vu })
  backend.goTo(1000)
  expect(await press('')).toMatchObject({ status: 303 })
  expect(await press(''), 'response to the second press').toMatchObject({
    status: 422,
    problem: expect.stringContaining('viennent d’être notées'),
  })
  expect(series.counts().reserved, 'pieces after a second press').toBe(2)
  expect(await press(), 'response to the same press from the page that asks').toMatchObject({ status: 303 })
  expect(series.counts().reserved, 'pieces of two sales').toBe(3)
})

it('lastNoted returns the latest time of several entries in any order', () => {
  expect(
    lastNoted([
      { at: '2026-11-23T10:00:00.000Z' },
      { at: '2026-11-24T10:00:00.000Z' },
      { at: '2026-11-22T10:00:00.000Z' },
    ]),
  ).toBe('2026-11-24T10:00:00.000Z')
  expect(lastNoted([])).toBe('')
})
