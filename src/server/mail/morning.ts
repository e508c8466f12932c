import { readValues } from '../../copy/facts/read-values.ts'
import { dayInParis } from '../../forms/calendar.ts'
import { before, type Clock, DAY_MS, MINUTE_MS } from '../clock.ts'
import { recipientsOf } from '../config.ts'
import { counted } from '../counted.ts'
import { type Database, pluck } from '../database/database.ts'
import { dueOf, type Promises, promisesOf } from '../leads/deadline.ts'
import { formOf, type Lead } from '../leads/leads.ts'
import { readTodo, type TodoName } from '../leads/todo.ts'
import { lastTimeInParis } from '../paris-time.ts'
import type { Writer, WriterNeeds } from './kinds.ts'
import { type Email, GENERATED } from './mail.ts'
import { PENDING } from './message.ts'
import type { Outbox } from './outbox.ts'
import { andMore, type Block, paragraph } from './text/blocks.ts'
import { linkTo, writerOf } from './text/lead-words.ts'

/** When the message of the morning is queued, in Paris. */
const HOUR = '08:00'
/** Leads of a group that the message names. */
const NAMED_MAX = 20
/** Wait of an e-mail from which the house is told, in milliseconds. */
export const LATE_MS = 30 * MINUTE_MS

/** What is due on a morning. */
interface Morning {
  /** Groups that are not empty, most consequential first: leads that ask for something, and what in French. */
  groups: { title: string; leads: { lead: Lead; words: string }[]; more: number }[]
  /** E-mails of the last day that failed, or that have waited for long. */
  unsent: number
  /** Subjects of letters that an earlier version was to send by itself: they wait at the desk. */
  letters: string[]
}

/** Reads what is due now: refunds by their legal day, who waits too long, reminders, what could not be sent. */
function readMorning(db: Database, clock: Clock, promises: Promises = promisesOf(readValues())): Morning {
  const now = clock()
  const due = readTodo(db, dayInParis(now), NAMED_MAX)
  const group = (title: string, name: TodoName) => {
    const { leads = [], count = 0 } = due.find((each) => each.name === name) ?? {}
    const named = leads.map((lead) => ({ lead, due: dueOf(lead, promises, now) }))
    // Who does not wait too long yet is for the day, not for the morning. They are listed by their time.
    const told = name === 'waiting' ? named.filter((each) => each.due?.late) : named
    const more = told.length === leads.length ? count - leads.length : 0
    return { title, leads: told.map(({ lead, due: by }) => ({ lead, words: by?.words ?? '' })), more }
  }
  const groups = [
    group('À rembourser', 'refunds'),
    group('Attendent depuis trop longtemps', 'waiting'),
    group('Rappels', 'reminders'),
  ]
  // The migration that ended them made each a stopped letter without readers.
  const ended = pluck<string>(db, 'SELECT subject FROM letters WHERE recipients = 0 AND stopped_at >= ?')
  const letters = ended.all(before(now, DAY_MS))
  return { groups: groups.filter(({ leads }) => leads.length > 0), unsent: countUnsent(db, now), letters }
}

/** True if there is something to tell. */
function isDue({ groups, unsent, letters }: Morning): boolean {
  return groups.length + unsent + letters.length > 0
}

/** Counts e-mails that failed within a day or have waited for long, without letters and held ones. */
function countUnsent(db: Database, now: Date): number {
  const times = { failedSince: before(now, DAY_MS), waitingSince: before(now, LATE_MS) }
  const unsent = `(${PENDING} AND created_at < @waitingSince) OR failed_at >= @failedSince`
  return Number(pluck(db, `SELECT count(*) FROM outbox WHERE letter IS NULL AND (${unsent})`).get(times))
}

/** Returns a function that queues the message of the morning, on days when something is due; call it often. */
export function createMorning(db: Database, outbox: Outbox, clock: Clock): () => void {
  const queued = pluck(db, "SELECT 1 FROM outbox WHERE kind = 'morning' AND about = ?")
  /** Day of the last look, so that a day on which nothing was due is settled. */
  let lastDay: string | undefined
  return () => {
    // The day in Paris, which begins at HOUR here.
    const day = dayInParis(new Date(lastTimeInParis(clock(), HOUR)))
    if (day === lastDay) return
    lastDay = day
    if (!isDue(readMorning(db, clock))) return
    if (queued.get(day) === undefined) outbox.add({ kind: 'morning', form: 'bureau', about: day, recipient: null })
  }
}

/** Returns the writer of the message of the morning. */
export function morningWriter(needs: WriterNeeds): Writer {
  return {
    write() {
      const morning = readMorning(needs.db, needs.clock, needs.promises)
      // What was due may be done by now.
      if (!isDue(morning)) return undefined
      return { ...morningEmail(needs, morning), to: recipientsOf(needs.mail, ''), headers: GENERATED }
    },
  }
}

function morningEmail(needs: WriterNeeds, { groups, unsent, letters }: Morning): Email {
  const desk = `${needs.siteUrl}/bureau`
  const points = groups.flatMap(({ title, leads, more }): Block[] => [
    paragraph(`**${title}**`),
    ...leads.flatMap(({ lead, words }): Block[] => {
      const said = [writerOf(lead), formOf(lead).deskTitle, words].filter(Boolean)
      return [{ type: 'quotation', lines: [said.join(', ')] }, paragraph(`[Ouvrir](${linkTo(needs, lead)})`)]
    }),
    ...(more > 0 ? [andMore(more)] : []),
  ])
  const failed = counted(unsent, 'e-mail n’a pas pu partir', 'e-mails n’ont pas pu partir')
  if (unsent > 0) points.push(paragraph(`**${failed}** : [la maison](${desk}/maison) dit pourquoi.`))
  for (const subject of letters)
    points.push({ type: 'quotation', lines: [`Une lettre attend au bureau, sous « Lettre » : ${subject}`] })
  const count = groups.reduce((sum, { leads, more }) => sum + leads.length + more, 0)
  const nombre = count > 0 ? counted(count, 'demande') : unsent > 0 ? failed : 'une lettre attend'
  return needs.emails.set('bureau-matin', { values: { nombre }, blocks: { points }, href: desk })
}
