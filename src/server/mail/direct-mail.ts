import { hostname } from 'node:os'
import { systemClock } from '../clock.ts'
import { bareAddress, type MailConfig, recipientsOf } from '../config.ts'
import { log } from '../log.ts'
import { type Email, GENERATED } from './mail.ts'
import { withoutAddresses } from './refusal-words.ts'
import type { FailingPart } from './text/email-parts.ts'
import { createMessages, type Messages } from './text/messages.ts'
import { deliverOnce } from './transport.ts'
import { trySending } from './trial.ts'

export type DirectMail = ReturnType<typeof createDirectMail>

/**
 * Sends e-mails directly, because the page must report whether it worked, and the outbox must not store them: the
 * address is about to be erased, or the outbox may be what needs repair. Returns false on failure.
 */
export function createDirectMail(mail: MailConfig, messages: Messages) {
  const staff = recipientsOf(mail, '')

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
    repair(failing: readonly FailingPart[], author: string | null) {
      const own = staff.find((address) => address === author) ?? staff[0] ?? ''
      return send(mail.operator ? bareAddress(mail.operator) : own, messages.repair(failing, author))
    },
    /** True if MAIL_OPERATOR is set. */
    hasOperator: mail.operator !== undefined,
  }
}

/**
 * Sends an alert that a service of the machine failed to MAIL_TO and MAIL_OPERATOR. Sends it directly and not
 * through the outbox, because the site or the database may be what failed. Throws SmtpError.
 * @param failed what happened, in French, and the name of the systemd unit, such as hera-sauvegarde.service
 * @param failing the parts that need repair
 * @param at when they were checked, UTC ISO text
 * @param siteUrl origin of the site
 * @returns the recipients
 */
export async function sendAlert(
  mail: MailConfig,
  failed: { failure: string; service: string },
  failing: readonly FailingPart[],
  at: string,
  siteUrl: string,
): Promise<readonly string[]> {
  const letter = createMessages(siteUrl, systemClock).alert(failed, hostname(), failing, at)
  const to = [...new Set([...recipientsOf(mail, ''), ...(mail.operator ? [bareAddress(mail.operator)] : [])])]
  await deliverOnce(mail, { ...letter, to, headers: GENERATED })
  return to
}
