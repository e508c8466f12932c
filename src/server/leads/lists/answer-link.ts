import type { LinkState } from '../../../forms/page-states.ts'
import { byMethod } from '../../http/answer-page.ts'
import { TOKEN } from '../../tokens.ts'

/** Does what the link of a token says; returns the name of its form, or undefined for an unknown token. */
type FollowLink = (token: string) => Promise<string | undefined>

/**
 * Answers a request to /confirmation/[token] or /desinscription/[token]. GET and HEAD change nothing, because programs
 * follow links too; a POST does what the link says, from the page's button or from a mail program (RFC 8058 §3.2).
 * @param follow confirms or ends the sign-up of a token
 * @returns what the page shows, or the refusal of another method
 */
export async function answerLink(request: Request, token: string, follow: FollowLink): Promise<Response | LinkState> {
  if (!TOKEN.test(token)) return { step: 'unknown' }
  return byMethod<LinkState>(
    request,
    () => ({ step: 'ask' }),
    async () => {
      const form = await follow(token)
      return form ? { step: 'done', form } : { step: 'unknown' }
    },
  )
}
