import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { allForms, type FormName, forms } from '../../src/forms/index.ts'
import { erasePerson, recordObjection } from '../../src/server/leads/person.ts'
import { purge } from '../../src/server/leads/retention/retention.ts'
import { receive } from '../../src/server/leads/turn.ts'
import { CONFIRM_DAYS, UNSUBSCRIBED_DAYS } from '../contract/figures.ts'
import { type Backend, openBackend, tokensIn } from '../server/backend.ts'
import { answers } from '../support/samples.ts'

const DAY = 86_400_000
const BEGIN = Date.parse('2026-11-22T10:00:00.000Z')
const TEN_YEARS = 3653 * DAY
const STORIES = 4
const STEPS_MAX = 80
const SEED = 23
/** None contains another. */
const EVERYBODY = ['ana', 'bob', 'eve'].map((name) => `${name}@exemple.fr`)
const isList = (form: FormName) => form === 'newsletter' || form === 'waitlist'

/** A lead that the database must hold; instants in milliseconds. */
interface Held {
  form: FormName
  email: string
  /** When the person last wrote, signed up or confirmed. */
  contact: number
  /** When the last confirmation request left, or a sign-up that gets none because of an objection. */
  asked?: number
  confirmed?: boolean
  unsubscribed?: number
}

/** What the database should hold, computed without the tested source. */
interface Story {
  now: number
  backend: Backend
  held: Map<string, Held>
  /** Tokens of links by lead. */
  links: { confirm: Map<string, { reference: string; at: number }>; unsubscribe: Map<string, string> }
  objected: Set<string>
}

/** The nth of a few things, or undefined. */
const nth = <T>(all: Iterable<T>, n: number): T | undefined => {
  const list = [...all]
  return list[n % Math.max(1, list.length)]
}
const emailOf = (n: number) => EVERYBODY[n % EVERYBODY.length] ?? ''

/** The events of a story; `n` chooses the person, form or link. */
const STEPS: Readonly<Record<string, (story: Story, n: number) => void>> = {
  'signs up'(story, n) {
    // One a day, so that no cap of e-mails counts.
    pass(story, DAY)
    const [form, email] = [n % 2 ? 'newsletter' : 'waitlist', emailOf(n)] as const
    const reference = add(story, form, email)
    const earlier = story.held.get(reference)
    const isNew = !earlier || earlier.unsubscribed !== undefined
    story.held.set(reference, {
      form,
      email,
      contact: isNew || earlier.confirmed ? story.now : earlier.contact,
      confirmed: !isNew && earlier.confirmed === true,
      ...(story.objected.has(email) && { asked: story.now }),
    })
    sendMail(story)
  },
  'sends a form'(story, n) {
    const form = nth(['contact', 'partnership', 'ambassador', 'quote', 'withdrawal'] as const, n) ?? 'contact'
    story.held.set(add(story, form, emailOf(n)), { form, email: emailOf(n), contact: story.now })
    sendMail(story)
  },
  'writes again'({ backend, held, now }, n) {
    const conversations = [...held].filter(([, { form }]) => !isList(form))
    const [reference, lead] = nth(conversations, n) ?? []
    if (!reference || !lead) return
    receive(backend.db, { reference, at: new Date(now).toISOString(), text: `Encore moi, ${lead.email}` })
    lead.contact = now
  },
  confirms(story, n) {
    const { backend, held, links, now } = story
    const [token, link] = nth(links.confirm, n) ?? []
    if (!token || !link) return
    const lead = held.get(link.reference)
    const isGood = lead !== undefined && now - link.at <= CONFIRM_DAYS * DAY
    expect(backend.consent.confirm(token) !== undefined, 'the link confirms').toBe(isGood)
    if (lead && isGood && !lead.confirmed) Object.assign(lead, { confirmed: true, contact: now })
    sendMail(story)
  },
  unsubscribes({ backend, held, links, now }, n) {
    const [token, reference] = nth(links.unsubscribe, n) ?? []
    const lead = reference && held.get(reference)
    if (!token || !lead) return
    expect(backend.consent.unsubscribe(token), 'the link unsubscribes').toBeDefined()
    lead.unsubscribed ??= now
    for (const [link, { reference: of }] of links.confirm) if (of === reference) links.confirm.delete(link)
  },
  objects({ backend, held, objected }, n) {
    recordObjection(backend.db, backend.objections, emailOf(n))
    objected.add(emailOf(n))
    for (const [reference, { form, email }] of held) if (isList(form) && email === emailOf(n)) held.delete(reference)
  },
  'lifts an objection'({ backend, objected }, n) {
    expect(backend.objections.remove(emailOf(n)), 'an objection was there').toBe(objected.delete(emailOf(n)))
  },
  'is erased'(story, n) {
    const { backend, held, now } = story
    erasePerson(backend.db, backend.path, backend.hash, () => new Date(now), emailOf(n))
    for (const [reference, { email }] of held) if (email === emailOf(n)) held.delete(reference)
    examine(story)
  },
  '32 days pass': (story) => pass(story, 32 * DAY),
  '200 days pass': (story) => pass(story, 200 * DAY),
}

function add({ backend, now, ...story }: Story, form: FormName, email: string): string {
  const submissionKey = `key-${now}-${story.held.size}-${email}`
  return backend.store.add(forms[form], answers(form, { email }), { submissionKey, suspectedSpam: false }).reference
}

/** Sends what is due: nothing to who objected or unsubscribed, and an unsubscribe link in each e-mail of a list. */
function sendMail({ backend, held, links, objected, now }: Story): void {
  backend.sendMail((mail, { messages: [{ kind, reference, recipient }] }) => {
    const lead = held.get(reference)
    if (recipient === null) return
    expect([mail.to, lead?.email], kind).toEqual([[recipient], recipient])
    if (!lead || !isList(lead.form)) return
    expect([objected.has(recipient), lead.unsubscribed], `${kind} to who wants none`).toEqual([false, undefined])
    const { confirm, unsubscribe } = tokensIn(mail)
    expect(unsubscribe, 'unsubscribe links').toHaveLength(1)
    for (const token of confirm) links.confirm.set(token, { reference, at: now })
    for (const token of unsubscribe) links.unsubscribe.set(token, reference)
    if (kind === 'confirmation') lead.asked = now
  })
}

/** Lets time pass, then purges. */
function pass(story: Story, ms: number): void {
  story.now += ms
  const { backend, held, now } = story
  purge(backend.db, new Date(now))
  for (const [reference, lead] of held) if (!mustHold(lead, now)) held.delete(reference)
  examine(story)
  sendMail(story)
}

/** The rules of the privacy policy. */
function mustHold({ form, contact, asked, confirmed, unsubscribed }: Held, now: number): boolean {
  if (unsubscribed !== undefined && now > unsubscribed + UNSUBSCRIBED_DAYS * DAY) return false
  if (isList(form) && !confirmed && unsubscribed === undefined && asked && now > asked + CONFIRM_DAYS * DAY)
    return false
  const end = new Date(contact)
  end.setUTCMonth(end.getUTCMonth() + forms[form].processing.retentionMonths)
  return now <= end.getTime()
}

const NEITHER = '0 AS confirmed, 0 AS ended'

/** Compares the database, and its bytes, with what it should hold. */
function examine({ backend, held }: Story): void {
  const { db, path } = backend
  const rows = allForms.flatMap(({ table, name }) => {
    const states = isList(name)
      ? 'confirmed_at IS NOT NULL AS confirmed, unsubscribed_at IS NOT NULL AS ended'
      : NEITHER
    return db.prepare<[], object>(`SELECT reference, email, ${states} FROM leads JOIN ${table} USING (reference)`).all()
  })
  const due = [...held].map(([reference, { email, confirmed, unsubscribed }]) => ({
    reference,
    email,
    confirmed: Number(confirmed === true),
    ended: Number(unsubscribed !== undefined),
  }))
  const sorted = (all: readonly object[]) => all.map((row) => JSON.stringify(row)).sort()
  expect(sorted(rows)).toEqual(sorted(due))
  for (const table of ['thread', 'outbox', 'consent_events', 'consent_tokens']) {
    const referred = db.prepare(`SELECT DISTINCT reference FROM ${table} WHERE reference IS NOT NULL`).pluck().all()
    for (const reference of referred)
      expect([...held.keys()], `${table} refers to a lead that exists`).toContain(reference)
  }
  const bytes = readFileSync(path)
  const log = readFileSync(`${path}-wal`)
  const known = new Set(due.map(({ email }) => email))
  for (const email of EVERYBODY)
    if (!known.has(email)) expect([bytes.includes(email), log.includes(email)], email).toEqual([false, false])
}

function tell(steps: readonly (readonly [string, number])[]): void {
  const folder = mkdtempSync(join(tmpdir(), 'hera-story-'))
  const story = { now: BEGIN, held: new Map(), objected: new Set() } as unknown as Story
  story.links = { confirm: new Map(), unsubscribe: new Map() }
  story.backend = openBackend(join(folder, 'hera.sqlite'), () => new Date(story.now))
  try {
    for (const [name, n] of steps) STEPS[name]?.(story, n)
    pass(story, TEN_YEARS + DAY)
  } finally {
    story.backend.db.close()
    rmSync(folder, { recursive: true })
  }
}

it('over ten years and more, the database holds what consent and retention allow, and nothing else', () => {
  const step = fc.tuple(fc.constantFrom(...Object.keys(STEPS)), fc.nat(29))
  const steps = fc.array(step, { maxLength: STEPS_MAX, size: 'max' })
  fc.assert(fc.property(steps, tell), { numRuns: STORIES, seed: SEED })
})
