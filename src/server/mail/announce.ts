import type { Form } from '../../forms/form.ts'
import type { Objections } from '../privacy/objections.ts'
import type { Outbox } from './outbox.ts'

/** Decides which e-mails a submission causes; each call is made inside the submission's transaction. */
export interface Announcer {
  submitted(form: Form, reference: string, email: string, suspected: boolean): void
  /** A list address was entered again: it may have lost its first confirmation. */
  askedAgain(form: Form, reference: string, email: string, at: Date): void
  confirmed(form: Form, reference: string, email: string): void
}

/** One confirmation in this time is enough for a row, in milliseconds. */
const CONFIRMATION_PAUSE_MS = 10 * 60_000

/** Announces to the operator and to the person, who is written to only within the caps and never after an objection. */
export function createAnnouncer(outbox: Outbox, objections: Objections): Announcer {
  const toPerson = (form: Form, reference: string, email: string, held: boolean) => {
    if (!form.uniqueBy) outbox.add({ kind: 'acknowledgement', form: form.name, reference, recipient: email, held })
    else if (!objections.has(email))
      outbox.add({ kind: 'confirmation', form: form.name, reference, recipient: email, held })
  }
  return {
    submitted(form, reference, email, suspected) {
      outbox.add({ kind: 'lead', form: form.name, reference, recipient: null, held: suspected })
      toPerson(form, reference, email, suspected)
    },
    askedAgain(form, reference, email, at) {
      const pause = new Date(at.getTime() - CONFIRMATION_PAUSE_MS)
      if (!outbox.recently('confirmation', reference, pause)) toPerson(form, reference, email, false)
    },
    confirmed(form, reference, email) {
      if (objections.has(email)) return
      outbox.add({ kind: 'welcome', form: form.name, reference, recipient: email, held: false })
    },
  }
}
