import { beforeEach } from 'vitest'
import type { Envelope, Mailbox } from '../../src/server/mail/incoming/inbox.ts'

/** A message as the mail server describes it, with the text of each part. */
export type Mail = Partial<Envelope> & { texts?: Record<string, string> }

/** A mailbox in the memory of the test. */
export const mailbox = {
  mails: [] as Mail[],
  validity: '1',
  /** Parts that were read, as «number part». */
  read: [] as string[],
  /** Called before each reading of a text, such as to break the connection. */
  onText: (_uid: number): void => undefined,
}

/** Empties the mailbox before each test of a file. */
export function setUpMailbox(): void {
  beforeEach(() => {
    Object.assign(mailbox, { mails: [], validity: '1', read: [], onText: () => undefined })
  })
}

/** Opens the mailbox. @param now when messages without a date came */
export async function openMemoryMailbox(now: Date): Promise<Mailbox> {
  const { mails, validity } = mailbox
  const all = mails.map(
    (mail, n): Envelope => ({
      uid: n + 1,
      at: now.toISOString(),
      from: 'lea@exemple.fr',
      subject: 'Re: Votre demande',
      messageId: `m${n + 1}@exemple.fr`,
      headers: {},
      structure: { type: 'text/plain' },
      ...mail,
    }),
  )
  return {
    uidValidity: validity,
    uidNext: mails.length + 1,
    async *from(uid) {
      yield* all.filter((mail) => mail.uid >= uid)
    },
    async *since(day) {
      yield* all.filter(({ at }) => at.slice(0, 10) >= day)
    },
    async text(uid, part, max) {
      mailbox.onText(uid)
      mailbox.read.push(`${uid} ${part}`)
      return (mails[uid - 1]?.texts?.[part] ?? 'Oui, le samedi me va.').slice(0, max)
    },
    close: async () => undefined,
  }
}
