import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { MailConfig } from '../config.ts'
import type { State } from '../state/read-state.ts'
import { GENERATED } from './compose.ts'
import { houseOf } from './open.ts'
import { createEmails } from './text/emails.ts'
import { createMessages } from './text/messages.ts'
import { bareAddress, deliverOnce } from './transport.ts'

/**
 * Tells the house that a service of the machine failed. Goes straight to the mail server and not through the outbox: the
 * site that would send it, or the database, may be what failed. Throws SmtpError.
 * @param service its name in systemd, such as hera-sauvegarde.service
 * @param siteUrl origin of the site
 * @returns the addresses that it went to
 */
export async function sendAlert(
  mail: MailConfig,
  service: string,
  state: State,
  siteUrl: string,
): Promise<readonly string[]> {
  const letter = createMessages(createEmails(siteUrl), siteUrl).alert(service, hostname(), state)
  const to = houseOf(mail, '')
  const messageId = `${randomUUID()}@${bareAddress(mail.from).split('@').at(-1)}`
  await deliverOnce(mail.smtpUrl, mail.from, { ...letter, messageId, to, headers: GENERATED })
  return to
}
