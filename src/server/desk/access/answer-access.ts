import { clean } from '../../../forms/answer-schema.ts'
import { handlePage, handleWithoutBody } from '../../http/answer-page.ts'
import { refuseTooMany } from '../../http/refusal.ts'
import { systemRandom } from '../../tokens.ts'
import type { DeskNeeds } from '../desk.ts'
import { DESK, deskDestination, SIGN_IN } from './destination.ts'
import { isLinkGood, openSession } from './sessions.ts'
import type { RequestLink } from './sign-in-requests.ts'

/** State of the sign-in page. */
interface SignInState {
  status: number
  /** True after a link was requested. */
  asked: boolean
  /** Page of the desk to show after signing in. */
  destination: string
}

/**
 * Handles the sign-in page, and any page of the desk requested without a session. The latter gets 401, so that no
 * program mistakes the page for the requested submission or file. The response is the same for every e-mail address.
 * @param path requested path
 * @param requestLink undefined if no SMTP server is configured
 * @param takeTurn counts a request for a link; returns the seconds to wait, or 0
 */
export async function answerSignIn(
  request: Request,
  path: string,
  requestLink: RequestLink | undefined,
  takeTurn: () => number,
): Promise<Response | SignInState> {
  if (path !== SIGN_IN) return { status: 401, asked: false, destination: deskDestination(path) }
  return handlePage<SignInState>(request, {
    show: () => ({ status: 200, asked: false, destination: DESK }),
    post({ adresse, vers }) {
      const wait = takeTurn()
      if (wait > 0) return refuseTooMany(request, wait)
      const destination = deskDestination(vers)
      requestLink?.(clean(adresse) ?? '', destination)
      return { status: 200, asked: requestLink !== undefined, destination }
    },
  })
}

/** Result of opening a sign-in link: a new session, or whether the link is valid. */
type Entered = { token: string; destination: string; good?: undefined } | { token?: undefined; good: boolean }

/**
 * Handles the page of a sign-in link. GET changes nothing; POST consumes the link and opens a session with a new
 * token, whatever cookie the browser sent (OWASP, session fixation).
 * @param former token of the browser's current session, which is ended
 */
export function enterDesk(
  request: Request,
  link: string,
  { db, clock }: Pick<DeskNeeds, 'db' | 'clock'>,
  former: string | undefined,
): Promise<Response | Entered> {
  return handleWithoutBody<Entered>(
    request,
    () => ({ good: isLinkGood(db, clock, link) }),
    async () => openSession(db, clock, systemRandom, link, former) ?? { good: false },
  )
}
