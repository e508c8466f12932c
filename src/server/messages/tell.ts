import { bareAddress, houseOf, type MailConfig } from '../config.ts'
import { log } from '../log.ts'
import { type Email, GENERATED } from '../outbox/mail.ts'
import { withoutAddresses } from '../outbox/refusal-words.ts'
import type { Repair } from './text/blocks.ts'
import type { Messages } from './text/messages.ts'
import { trySending } from './trial.ts'

export type Tell = ReturnType<typeof createTell>

/**
 * Sends e-mails directly, because the page must report whether it worked, and the outbox must not store them: the
 * address is about to be erased, or the outbox may be what needs repair. Returns false on failure.
 */
export function createTell(mail: MailConfig, messages: Messages) {
  const house = houseOf(mail, '')

  async function send(to: string, email: Email): Promise<boolean> {
    const { failed } = await trySending(mail, to, { ...email, headers: GENERATED })
    if (failed) log(`e-mail not sent: ${withoutAddresses(failed)}`)
    return failed === undefined
  }

  return {
    /** Tells a person that all their data is erased. */
    erased: (email: string) => send(email, messages.erased()),
    /**
     * Sends a repair request to MAIL_OPERATOR; without one, to the author, who can forward it.
     * @param author signed-in address
     */
    repair(repairs: readonly Repair[], author: string | null) {
      const own = house.find((address) => address === author) ?? house[0] ?? ''
      return send(mail.operator ? bareAddress(mail.operator) : own, messages.repair(repairs, author))
    },
    /** True if MAIL_OPERATOR is set. */
    hasOperator: mail.operator !== undefined,
  }
}
