import type { LinkState } from '../../../forms/page-states.ts'
import { retryIfLocked } from '../../database/retry-if-locked.ts'
import { TOKEN } from '../../tokens.ts'

interface Link {
  /** Performs the action of a token; returns the name of its form, or undefined for an unknown token. */
  follow: (token: string) => string | undefined
  /** Returns the page before the button is pressed; by default the button, without the name of the form. */
  opened?: (token: string) => LinkState
  /** State of the page for a well-formed but unknown token. */
  otherwise: 'unknown' | 'ended'
}

/**
 * Handles a request to /confirmation/[token] or /desinscription/[token]. GET and HEAD change nothing, because programs
 * follow links too. POST performs the action, sent by the button of the page or by a mail program (RFC 8058 §3.2).
 * @returns the state to render
 */
export async function answerLink(
  request: Request,
  token: string,
  { follow, opened = () => ({ step: 'ask' }), otherwise }: Link,
): Promise<LinkState> {
  if (!TOKEN.test(token)) return { step: 'unknown' }
  if (request.method !== 'POST') return opened(token)
  // A mail program may not press again.
  const form = await retryIfLocked(() => follow(token))
  return form ? { step: 'done', form } : { step: otherwise }
}
