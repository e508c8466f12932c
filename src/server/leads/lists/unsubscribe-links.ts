import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import type { HashEmail } from '../../people/email-hash.ts'
import { TOKEN_LENGTH } from '../../tokens.ts'
import type { Lead } from '../leads.ts'
import { createTokenStore } from './consent.ts'

/** Returns the unsubscribe link of a sign-up. To be called in a transaction. */
export type UnsubscribeLink = (signUp: Pick<Lead, 'form' | 'reference'>) => string

/**
 * Makes what gives the unsubscribe link of a sign-up, the same each time: its token is a hash with the key beside the
 * database, so that a second list for mailing adds no second token. The database keeps the SHA-256 of the token alone.
 * @param hash keyed hash of a text; no e-mail address contains the spaces of what is hashed here
 * @param siteUrl origin of the site
 */
export function createUnsubscribeLinks(db: Database, hash: HashEmail, clock: Clock, siteUrl: string): UnsubscribeLink {
  const store = createTokenStore(db, clock)
  return ({ form, reference }) => {
    const token = hash(`unsubscribe ${form} ${reference}`).slice(0, TOKEN_LENGTH)
    store(token, 'unsubscribe', reference)
    return `${siteUrl}/desinscription/${token}`
  }
}
