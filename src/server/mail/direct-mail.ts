import { bareAddress, type MailConfig, recipientsOf } from '../config.ts'
import { log } from '../log.ts'
import { type Email, GENERATED } from './mail.ts'
import { withoutAddresses } from './refusal-words.ts'
import type { FailingPart } from './text/email-parts.ts'
import type { Messages } from './text/messages.ts'
import { trySending } from './trial.ts'

export type DirectMail = ReturnType<typeof createDirectMail>

/**
 * Sends e-mails directly, because the page must report whether it worked, and the outbox must not store them: the
 * address is about to be erased, or the outbox may be what needs repair. Returns false on failure.
 */
export function createDirectMail(mail: MailConfig, messages: Messages) {
  const staff = recipientsOf(mail, '')

  async function send(to: string, email: Email): Promise<boolean> {
    const failed = await trySending(mail, to, { ...email, headers: GENERATED })
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
    repair(failing: readonly FailingPart[], author: string | null) {
      const own = staff.find((address) => address === author) ?? staff[0] ?? ''
      return send(mail.operator ? bareAddress(mail.operator) : own, messages.repair(failing, author))
    },
    /** True if MAIL_OPERATOR is set. */
    hasOperator: mail.operator !== undefined,
  }
}
