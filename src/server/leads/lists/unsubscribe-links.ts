import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import type { HashEmail } from '../../people/email-hash.ts'
import { TOKEN_LENGTH } from '../../tokens.ts'
import type { Lead } from '../leads.ts'
import { createTokenStore } from './consent.ts'

/** Returns the unsubscribe link of a sign-up. To be called in a transaction. */
export type UnsubscribeLink = (signUp: Pick<Lead, 'form' | 'reference'>) => string

/**
 * Returns a function that returns the unsubscribe link of a sign-up, always the same: its token is a hash made with
 * the key beside the database, so that a second export adds no second token. Only the SHA-256 of the token is stored.
 * @param hash keyed hash; no e-mail address contains the spaces of the hashed text
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
