import { bareAddress, houseOf, type MailConfig } from '../config.ts'
import { log } from '../log.ts'
import { type Email, GENERATED } from '../outbox/mail.ts'
import { withoutAddresses } from '../outbox/refusal-words.ts'
import type { Repair } from './text/blocks.ts'
import type { Messages } from './text/messages.ts'
import { trySending } from './trial.ts'

export type Tell = ReturnType<typeof createTell>

/**
 * What goes straight to the mail server, because the page that asks for it has to know whether it went, and the outbox must
 * not hold it: the address is about to be forgotten, or the outbox may be what has to be mended. False where it did not go.
 */
export function createTell(mail: MailConfig, messages: Messages) {
  const house = houseOf(mail, '')

  async function send(to: string, email: Email): Promise<boolean> {
    const { failed } = await trySending(mail, to, { ...email, headers: GENERATED })
    if (failed) log(`e-mail not sent: ${withoutAddresses(failed)}`)
    return failed === undefined
  }

  return {
    /** Tells a person that everything that they sent is erased. */
    erased: (email: string) => send(email, messages.erased()),
    /**
     * Asks whoever looks after the server to mend what needs it; where nobody else does, the one who asks gets it to pass
     * on.
     * @param author address that signed in
     */
    repair(repairs: readonly Repair[], author: string | null) {
      const own = house.find((address) => address === author) ?? house[0] ?? ''
      return send(mail.operator ? bareAddress(mail.operator) : own, messages.repair(repairs, author))
    },
    /** True where somebody else looks after the server. */
    hasOperator: mail.operator !== undefined,
  }
}
