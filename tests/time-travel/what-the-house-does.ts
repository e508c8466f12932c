import { join } from 'node:path'
import { forms } from '../../src/forms/index.ts'
import { backUp } from '../../src/server/backup/backup.ts'
import { restore } from '../../src/server/backup/restore.ts'
import { correctLead } from '../../src/server/privacy/correct.ts'
import { erasePerson, recordObjection } from '../../src/server/privacy/person.ts'
import { findLead, keepLead } from '../../src/server/submissions/leads.ts'
import { DAY, parisDay } from './calendar.ts'
import { openHouse } from './house.ts'
import { applyErasure, forget, forgetLinks, LISTS } from './ledger.ts'
import { same } from './rules.ts'
import { newMachine, reopen, type Story, sendMail } from './story.ts'
import { expectLink, noteErasure } from './what-people-do.ts'

export function correct(story: Story, n: number, email: string): void {
  const { ledger, house, now, erasures } = story
  const [reference, row] = [...ledger.rows][n % Math.max(1, ledger.rows.size)] ?? []
  const found = reference && findLead(house.db, reference)
  // What somebody sent before their erasure is not given back to them.
  const erased = row && erasures.some((one) => one.email === email && one.at >= row.at)
  if (!found || !row || erased) return
  const isList = LISTS.includes(row.form)
  const taken = [...ledger.rows].some(([key, one]) => key !== reference && one.form === row.form && one.email === email)
  const errors = correctLead(house.db, found.form, found.lead, { email }, new Date(now))
  if (isList && taken) {
    same(errors !== undefined, true, 'an address that is there already is not given twice')
    return
  }
  same(errors, undefined, 'faults of a correction')
  const isMoved = isList && row.email !== email
  if (isMoved) {
    row.confirmed = false
    forgetLinks(ledger, (link) => link.reference === reference)
  }
  row.email = email
  sendMail(story)
  if (isMoved) expectLink(story, reference)
}

export function keep({ ledger, house, now }: Story, n: number, days: number): void {
  const [reference, row] = [...ledger.rows][n % Math.max(1, ledger.rows.size)] ?? []
  if (!reference || !row) return
  row.keepUntil = parisDay(now + days * DAY)
  keepLead(house.db, forms[row.form], reference, row.keepUntil)
}

export function mail(story: Story, works: boolean): void {
  story.mailWorks = works
  sendMail(story)
}

export async function backup(story: Story): Promise<void> {
  const { house, folder, now, ledger, copies } = story
  story.count += 1
  const path = join(folder, `copy-${story.count}.sqlite`)
  await backUp(
    house.db,
    house.path,
    path,
    () => new Date(now),
    () => undefined,
  )
  copies.push({ path, at: now, ledger: structuredClone(ledger) })
}

/**
 * Puts a copy in the place of the database. Erasures, objections and withdrawals of consent since then still hold; all else
 * is as it was.
 */
export function restoreHere(story: Story, n: number): void {
  const copy = story.copies[n % Math.max(1, story.copies.length)]
  if (!copy) return
  const { house, ledger: former, erasures, now } = story
  house.db.close()
  // The name of the former database has the second in it.
  story.now = now + 1000
  restore(house.path, copy.path, () => new Date(story.now))
  story.ledger = structuredClone(copy.ledger)
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
  reopen(story, house.path)
}

/**
 * Goes to another machine by a fresh copy. Where that machine has been running, it has a key of its own, and what it was
 * asked to do under that key concerns the people of the copy too.
 */
export async function move(story: Story, email?: string): Promise<void> {
  await backup(story)
  const copy = story.copies.at(-1)
  if (!copy) return
  story.count += 1
  const path = newMachine(story.folder, story.count)
  const clock = () => new Date(story.now)
  if (email) {
    const house = openHouse(path, clock)
    erasePerson(house.db, path, house.hash, clock, email)
    recordObjection(house.db, house.objections, email)
    house.db.close()
    const known = [...story.ledger.rows.values()].some((row) => row.email === email)
    story.ledger.traces = story.ledger.traces.filter(({ to }) => to !== email)
    if (known) {
      noteErasure(story, email)
      story.ledger.objected.add(email)
    }
  }
  story.now += 1000
  restore(path, copy.path, clock)
  reopen(story, path)
}
