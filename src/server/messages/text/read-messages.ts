import type { Clock } from '../../clock.ts'
import { createEmails } from './emails.ts'
import { createMessages } from './messages.ts'

/** The e-mails of a site at that origin, with the words of src/content. Throws where a text is missing. */
export function readMessages(siteUrl: string, clock: Clock) {
  return createMessages(createEmails(siteUrl), siteUrl, clock)
}
