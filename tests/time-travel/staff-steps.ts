import { join } from 'node:path'
import { forms } from '../../src/forms/index.ts'
import { correctLead } from '../../src/server/leads/correct.ts'
import { deleteLeads, findLead, keepLead, releaseLead } from '../../src/server/leads/leads.ts'
import { recipientsOf } from '../../src/server/leads/lists/sign-ups.ts'
import { erasePerson, recordObjection } from '../../src/server/leads/person.ts'
import { addNote, putOff } from '../../src/server/leads/turn.ts'
import { UNSUBSCRIBE_PATH } from '../../src/server/mail/letters/letter.ts'
import { insertLetter, letterSummaries, lettersBefore, stopLetter } from '../../src/server/mail/letters/letter-rows.ts'
import { backUp } from '../../src/server/operations/backup/backup.ts'
import { restore } from '../../src/server/operations/backup/restore.ts'
import { openBackend, SITE_URL } from './backend.ts'
import { DAY, parisDay } from './calendar.ts'
import { applyErasure, forget, forgetLinks, type Ledger, LISTS, readersOf } from './ledger.ts'
import { same } from './rules.ts'
import { newMachine, reopen, type Story, sendMail } from './story.ts'
import { expectLink, noteErasure } from './visitor-steps.ts'

export function correct(story: Story, n: number, email: string): void {
  const { ledger, backend, now, erasures } = story
  const [reference, row] = [...ledger.rows][n % Math.max(1, ledger.rows.size)] ?? []
  const found = reference && findLead(backend.db, reference)
  // Skips a correction that would give an erased person their old submission back.
  const erased = row && erasures.some((one) => one.email === email && one.at >= row.at)
  if (!found || !row || erased) return
  const isList = LISTS.includes(row.form)
  const taken = [...ledger.rows].some(([key, one]) => key !== reference && one.form === row.form && one.email === email)
  const errors = correctLead(backend.db, () => new Date(now), found, { email }, null)
  if (isList && taken) {
    same(errors !== undefined, true, 'a correction to a listed address is rejected')
    return
  }
  same(errors, undefined, 'errors of a correction')
  const isMoved = isList && row.email !== email
  if (isMoved) {
    delete row.confirmedAt
    delete row.askedAt
    delete row.wasObjected
    if (ledger.objected.has(email)) row.askedAt = now
    forgetLinks(ledger, (link) => link.reference === reference)
  }
  row.email = email
  sendMail(story)
  if (isMoved) expectLink(story, reference)
}

/**
 * Adds a note with the address to a lead, as people do.
 * @param days until the reminder
 */
export function note({ ledger, backend, now, ...story }: Story, n: number, days?: number): void {
  const [reference, row] = [...ledger.rows][n % Math.max(1, ledger.rows.size)] ?? []
  if (!reference || !row) return
  const text = `Rappeler ${row.email}, le ${parisDay(now)} (${story.count})`
  row.notes.push(text)
  addNote(backend.db, () => new Date(now), reference, text, null)
  if (days === undefined) return
  row.remindOn = parisDay(now + days * DAY)
  putOff(backend.db, () => new Date(now), reference, row.remindOn, null)
}

/** Releases or deletes a suspected lead. */
export function judge(story: Story, n: number, isSpam: boolean): void {
  const { ledger, backend } = story
  const suspected = [...ledger.rows].filter(([, row]) => row.suspected)
  const [reference, row] = suspected[n % Math.max(1, suspected.length)] ?? []
  if (!reference || !row) return
  if (isSpam) {
    deleteLeads(backend.db, [{ reference }])
    forget(ledger, (one) => one === row)
  } else {
    releaseLead(backend.db, reference)
    row.suspected = false
  }
  sendMail(story)
}

/** Sends a letter with prepared texts to a list. */
export function sendLetter(story: Story, list: string): void {
  const { ledger, backend, now } = story
  const form = list === 'waitlist' ? forms.waitlist : forms.newsletter
  const waiting = ledger.letters
    .filter((letter) => letter.list === 'waitlist' && !letter.isOver)
    .flatMap((letter) => readersOf(ledger, letter))
  const readers = readersOf(ledger, { list, at: now }).filter((reference) => !waiting.includes(reference))
  const audience = { except: lettersBefore(backend.db, form, null), firstReaders: null }
  const found = recipientsOf(backend.db, form, backend.objections, audience)
  same(found.length, readers.length, `recipients of a letter to ${list}`)
  story.count += 1
  const texts = {
    subject: 'Des nouvelles',
    html: '<p>Des nouvelles</p>',
    text: `Des nouvelles\n${SITE_URL}${UNSUBSCRIBE_PATH}`,
  }
  const digest = String(story.count).padStart(64, '0')
  const letter = { ...texts, list, digest, source: 'Des nouvelles', recipients: readers.length, restOf: null }
  const id = insertLetter(backend.db, () => new Date(now), letter)
  for (const { reference, email } of found)
    backend.outbox.add({ kind: 'letter', form: list, reference, recipient: email, letter: id })
  ledger.letters.push({ list, at: now })
  sendMail(story)
}

export function stopLetters({ ledger, backend, now }: Story): void {
  for (const { id, state } of letterSummaries(backend.db))
    same(
      stopLetter(backend.db, () => new Date(now), id),
      state === 'going',
      'an unfinished letter is stopped',
    )
  endLetters(ledger)
}

function endLetters({ letters }: Ledger): void {
  for (const letter of letters) letter.isOver = true
}

export function keep({ ledger, backend, now }: Story, n: number, days: number): void {
  const [reference, row] = [...ledger.rows][n % Math.max(1, ledger.rows.size)] ?? []
  if (!reference || !row) return
  row.keepUntil = parisDay(now + days * DAY)
  keepLead(backend.db, reference, row.keepUntil)
}

export function mail(story: Story, works: boolean): void {
  story.mailWorks = works
  sendMail(story)
}

export async function backup(story: Story): Promise<void> {
  const { backend, folder, now, ledger, copies } = story
  story.count += 1
  const path = join(folder, `copy-${story.count}.sqlite`)
  await backUp(
    backend.db,
    backend.path,
    path,
    () => new Date(now),
    () => undefined,
  )
  copies.push({ path, at: now, ledger: structuredClone(ledger) })
}

/** Restores a backup. Later erasures, objections and unsubscribes remain; everything else is as in the backup. */
export function restoreHere(story: Story, n: number): void {
  const copy = story.copies[n % Math.max(1, story.copies.length)]
  if (!copy) return
  const { backend, ledger: former, erasures, now } = story
  backend.db.close()
  // The file name of the former database includes the second.
  story.now = now + 1000
  restore(backend.path, copy.path, () => new Date(story.now))
  story.ledger = structuredClone(copy.ledger)
  endLetters(story.ledger)
  for (const erasure of erasures) applyErasure(story.ledger, erasure)
  const objected = former.objected.difference(copy.ledger.objected)
  forget(story.ledger, ({ email, form }) => objected.has(email) && LISTS.includes(form))
  story.ledger.objected = former.objected.union(copy.ledger.objected)
  for (const [reference, row] of story.ledger.rows) {
    const { unsubscribedAt } = former.rows.get(reference) ?? {}
    if (unsubscribedAt === undefined || row.unsubscribedAt !== undefined || unsubscribedAt < row.at) continue
    row.unsubscribedAt = unsubscribedAt
    forgetLinks(story.ledger, (link) => link.purpose === 'confirm' && link.reference === reference)
  }
  reopen(story, backend.path)
}

/**
 * Moves to another machine with a new backup. If that machine was already in use, it has its own key, and its
 * erasures and objections also apply to the restored data.
 */
export async function move(story: Story, email?: string): Promise<void> {
  await backup(story)
  const copy = story.copies.at(-1)
  if (!copy) return
  story.count += 1
  const path = newMachine(story.folder, story.count)
  const clock = () => new Date(story.now)
  if (email) {
    const backend = openBackend(path, clock)
    erasePerson(backend.db, path, backend.hash, clock, email)
    recordObjection(backend.db, backend.objections, email)
    backend.db.close()
    const known = [...story.ledger.rows.values()].some((row) => row.email === email)
    story.ledger.traces = story.ledger.traces.filter(({ to }) => to !== email)
    if (known) {
      noteErasure(story, email)
      story.ledger.objected.add(email)
    }
  }
  story.now += 1000
  restore(path, copy.path, clock)
  endLetters(story.ledger)
  reopen(story, path)
}
