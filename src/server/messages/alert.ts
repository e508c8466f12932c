import { hostname } from 'node:os'
import { systemClock } from '../clock.ts'
import { bareAddress, houseOf, type MailConfig } from '../config.ts'
import { GENERATED } from '../outbox/mail.ts'
import { deliverOnce } from '../outbox/transport.ts'
import type { FailingPart } from './text/blocks.ts'
import { readMessages } from './text/messages.ts'

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
  const letter = readMessages(siteUrl, systemClock).alert(failed, hostname(), failing, at)
  const to = [...new Set([...houseOf(mail, ''), ...(mail.operator ? [bareAddress(mail.operator)] : [])])]
  await deliverOnce(mail, { ...letter, to, headers: GENERATED })
  return to
}
