import { byMethod } from '../../http/answer-page.ts'
import type { DeskAccess } from './desk-access.ts'
import { deviceName } from './device-name.ts'

/** What came of following a sign-in link: a session was opened, or the page asks or says that the link is no good. */
type Entered = { token: string; destination: string; good?: undefined } | { token?: undefined; good: boolean }

/**
 * Answers a request to the page behind a sign-in link. GET changes nothing; POST uses the link up and opens a session
 * under a token that nobody knew before, whatever the browser sent (OWASP, session fixation).
 * @param former token of the session that the browser has, which is closed
 */
export function enterDesk(
  request: Request,
  link: string | undefined,
  sessions: Pick<DeskAccess, 'isLinkGood' | 'open'>,
  former: string | undefined,
): Promise<Response | Entered> {
  return byMethod<Entered>(
    request,
    () => ({ good: sessions.isLinkGood(link ?? '') }),
    async () =>
      (await sessions.open(link ?? '', deviceName(request.headers.get('user-agent')), former)) ?? { good: false },
  )
}
