import { hostname } from 'node:os'
import { systemClock } from '../clock.ts'
import { bareAddress, houseOf, type MailConfig } from '../config.ts'
import { GENERATED } from '../outbox/mail.ts'
import { deliverOnce } from '../outbox/transport.ts'
import type { FailingPart } from './text/blocks.ts'
import { readMessages } from './text/messages.ts'

/**
 * Tells the house, and whoever looks after the server, that a service of the machine failed. Goes straight to the mail server and not through the outbox: the
 * site that would send it, or the database, may be what failed. Throws SmtpError.
 * @param failed what happened, in French, and the name of the service in systemd, such as hera-sauvegarde.service
 * @param failing what needs a person
 * @param at when that was looked at, UTC ISO text
 * @param siteUrl origin of the site
 * @returns the addresses that it went to
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
