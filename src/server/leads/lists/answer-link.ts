import type { LinkState } from '../../../forms/page-states.ts'
import { byMethod } from '../../http/answer-page.ts'
import { TOKEN } from '../../tokens.ts'

interface Link {
  /** Does what the link of a token says; returns the name of its form, or undefined for an unknown token. */
  follow: (token: string) => Promise<string | undefined>
  /** The name of the form where there is nothing left to do, so that no button is offered. */
  followed?: (token: string) => string | undefined
  /** What the page says of a whole token that nothing is known of. */
  otherwise: 'unknown' | 'ended'
}

/**
 * Answers a request to /confirmation/[token] or /desinscription/[token]. GET and HEAD change nothing, because programs
 * follow links too; a POST does what the link says, from the page's button or from a mail program (RFC 8058 §3.2).
 * @returns what the page shows, or the refusal of another method
 */
export async function answerLink(
  request: Request,
  token: string,
  { follow, followed, otherwise }: Link,
): Promise<Response | LinkState> {
  if (!TOKEN.test(token)) return { step: 'unknown' }
  return byMethod<LinkState>(
    request,
    () => {
      const form = followed?.(token)
      return form ? { step: 'done', form } : { step: 'ask' }
    },
    async () => {
      const form = await follow(token)
      return form ? { step: 'done', form } : { step: otherwise }
    },
  )
}
