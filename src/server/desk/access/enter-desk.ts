import { byMethod } from '../../http/answer-page.ts'
import type { DeskAccess } from './desk-access.ts'
import { deviceName } from './device-name.ts'

/** Result of opening a sign-in link: a new session, or whether the link is valid. */
type Entered = { token: string; destination: string; good?: undefined } | { token?: undefined; good: boolean }

/**
 * Handles the page of a sign-in link. GET changes nothing; POST consumes the link and opens a session with a new
 * token, whatever cookie the browser sent (OWASP, session fixation).
 * @param former token of the browser's current session, which is closed
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
