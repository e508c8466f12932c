import { clean } from '../../forms/answer-schema.ts'
import { dayInParis } from '../../forms/calendar.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { Input } from '../http/request-body.ts'
import type { Promises } from '../leads/deadline.ts'
import type { Outbox } from '../mail/outbox.ts'
import type { KeyedHash } from '../people/keyed-hash.ts'
import { createObjections } from '../people/objections.ts'

/** Somebody of the house. */
export interface Colleague {
  /** From «Nom <adresse>» in MAIL_TO; else the part of the address before the @. */
  name: string
  /** Bare address. */
  address: string
}

/** What the functions of the desk need; `services.desk`. */
export interface DeskNeeds {
  db: Database
  databasePath: string
  hash: KeyedHash
  clock: Clock
  /** Promised times of an answer and a refund. */
  promises: Promises
  /** Undefined if no SMTP server is configured. */
  mail:
    | {
        outbox: Pick<Outbox, 'add' | 'takeBack'>
        /** Everybody who may read the desk. */
        staff: readonly string[]
        colleagues: readonly Colleague[]
        /** Tells a person that all their data is erased; false on failure. */
        erased: (email: string) => Promise<boolean>
        /** MAIL_OPERATOR. */
        operator: string | undefined
      }
    | undefined
  /** Starts a run of the sender. */
  wake: () => void
}

/** The desk of a signed-in person; `locals.desk`, which the middleware sets only with a session. */
export interface Desk extends DeskNeeds {
  /** Signed-in address; BY_SERVER_LINK for a link of the command; null if unknown. */
  author: string | null
}

/** Returns a submitted text, cleaned like an answer of a form; '' if it is missing or no text. */
export function textOf({ input }: { input: Input }, name: string): string {
  return clean(input[name]) ?? ''
}

/** Runs a change of the desk in one transaction, then sends what it queued. */
export function change<Result>({ db, wake }: Pick<Desk, 'db' | 'wake'>, run: () => Result): Result {
  const result = db.transaction(run).immediate()
  wake()
  return result
}

/** Returns the day in Paris, AAAA-MM-JJ. */
export function todayOf({ clock }: Pick<Desk, 'clock'>): string {
  return dayInParis(clock())
}

/** Returns the colleagues to whom the signed-in person may hand a lead over. */
export function othersOf({ mail, author }: Desk): Colleague[] {
  return (mail?.colleagues ?? []).filter(({ address }) => address.toLowerCase() !== author?.toLowerCase())
}

/** Returns who objects to e-mail. */
export function objectionsOf({ db, hash, clock }: DeskNeeds) {
  return createObjections(db, hash, clock)
}
