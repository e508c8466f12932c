import { throws } from 'node:assert'
import { type FormName, forms } from '../../src/forms/index.ts'
import { erasePerson, recordObjection } from '../../src/server/leads/person.ts'
import { CONFIRM_DAYS } from '../contract/figures.ts'
import { answers } from '../support/samples.ts'
import { DAY } from './calendar.ts'
import { forget, forgetLinks, isAnnounced, LISTS } from './ledger.ts'
import { examineBytes, same } from './rules.ts'
import { crash, EVERYBODY, type Story, sendMail } from './story.ts'

export function joinList(story: Story, form: FormName, email: string): void {
  const { ledger, now } = story
  const reference = store(story, form, email)
  const row = ledger.rows.get(reference)
  if (!row) ledger.rows.set(reference, { form, email, at: now, askedAt: now, suspected: false, notes: [] })
  else same(row.email, email, 'address of a repeated sign-up')
  if (row && (row.unsubscribedAt !== undefined || isAnnounced(ledger, reference, row))) {
    delete row.unsubscribedAt
    delete row.confirmedAt
    row.at = now
  }
  if (row) Object.assign(row, { askedAt: now, ...(row.confirmedAt === undefined && { suspected: false }) })
  if (!ledger.objected.has(email)) delete row?.wasObjected
  sendMail(story)
  expectLink(story, reference)
}

/** Checks that a new or moved sign-up has an e-mail with a working link; a mailbox gets at most three a day. */
export function expectLink({ ledger, backend, mailWorks, now }: Story, reference: string): void {
  const { email = '', confirmedAt, unsubscribedAt, suspected } = ledger.rows.get(reference) ?? {}
  const asked = backend.db
    .prepare("SELECT count(*) FROM outbox WHERE kind = 'confirmation' AND recipient = ? AND created_at > ?")
    .pluck()
    .get(email, new Date(now - DAY).toISOString())
  if (confirmedAt !== undefined || suspected) return
  if (unsubscribedAt !== undefined || ledger.objected.has(email) || !mailWorks || Number(asked) > 3) return
  const links = [...ledger.links.values()].filter((link) => link.purpose === 'confirm' && link.reference === reference)
  same(links.length > 0, true, `${email} has a confirmation link`)
}

export function send(story: Story, form: FormName, email: string): void {
  const { now } = story
  story.ledger.rows.set(store(story, form, email), { form, email, at: now, suspected: false, notes: [] })
  sendMail(story)
}

/** Simulates a spam submission. If the address is already on the list, nothing changes. */
export function spam(story: Story, form: FormName, email: string): void {
  const { ledger, now } = story
  const reference = store(story, form, email, true)
  const askedAt = LISTS.includes(form) ? now : undefined
  if (!ledger.rows.has(reference))
    ledger.rows.set(reference, { form, email, at: now, suspected: true, notes: [], ...(askedAt && { askedAt }) })
  sendMail(story)
}

/** Stores a submission with a new key and returns its reference. */
function store(story: Story, form: FormName, email: string, suspectedSpam = false): string {
  story.count += 1
  return story.backend.store.add(forms[form], answers(form, { email }), {
    submissionKey: `key-${story.count}`,
    suspectedSpam,
  }).reference
}

export function follow({ ledger, backend, now, ...story }: Story, n: number, purpose: 'confirm' | 'unsubscribe'): void {
  const links = [...ledger.links].filter(([, link]) => link.purpose === purpose)
  const [token, link] = links[n % Math.max(1, links.length)] ?? []
  if (!token || !link) return
  const row = ledger.rows.get(link.reference)
  if (!row) throw new Error('the link belongs to no row')
  if (purpose === 'confirm') {
    const holds = now - link.at <= CONFIRM_DAYS * DAY
    same(backend.consent.confirm(token) !== undefined, holds, `a link ${(now - link.at) / DAY} days old confirms`)
    if (holds) row.confirmedAt ??= now
  } else {
    same(backend.consent.unsubscribe(token) !== undefined, true, 'the unsubscribe link works')
    if (row.unsubscribedAt === undefined)
      forgetLinks(ledger, (one) => one.purpose === 'confirm' && one.reference === link.reference)
    row.unsubscribedAt ??= now
  }
  sendMail({ ledger, backend, now, ...story })
}

export function object({ ledger, backend }: Story, email: string): void {
  recordObjection(backend.db, backend.objections, email)
  ledger.objected.add(email)
  forget(ledger, (row) => row.email === email && LISTS.includes(row.form))
  examineBytes(backend, EVERYBODY)
}

export function lift({ ledger, backend }: Story, email: string): void {
  if (ledger.objected.has(email))
    for (const row of ledger.rows.values()) if (row.email === email) row.wasObjected = true
  same(backend.objections.remove(email), ledger.objected.delete(email), 'the lifted objection existed')
}

export function erase(story: Story, email: string): void {
  const { backend, now } = story
  erasePerson(backend.db, backend.path, backend.hash, () => new Date(now), email)
  noteErasure(story, email)
  examineBytes(backend, EVERYBODY)
}

export function eraseAndDie(story: Story, email: string): void {
  const { backend, now } = story
  backend.db.pragma('query_only = ON')
  throws(() => erasePerson(backend.db, backend.path, backend.hash, () => new Date(now), email), /readonly/)
  crash(story)
  noteErasure(story, email)
}

export function noteErasure({ ledger, erasures, now }: Story, email: string): void {
  const references = forget(ledger, (row) => row.email === email)
  ledger.traces = ledger.traces.filter(({ to }) => to !== email)
  erasures.push({ email, at: now, references })
}
