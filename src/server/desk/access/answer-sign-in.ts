import { clean } from '../../../forms/answer-schema.ts'
import { answerPage } from '../../http/answer-page.ts'
import { DESK, deskDestination } from './destination.ts'
import type { RequestLink } from './sign-in-requests.ts'

/** State of the sign-in page. */
export interface SignInState {
  status: number
  /** True after a link was requested. */
  asked: boolean
  /** Minutes to wait before requesting a link again, if rate-limited. */
  waitMinutes?: number
  /** Page of the desk to show after signing in. */
  destination: string
}

const SIGN_IN = `${DESK}/connexion`

/**
 * Handles the sign-in page, and any page of the desk requested without a session. The latter gets 401, so that no
 * program mistakes the page for the requested submission or file. The response is the same for every e-mail address.
 * @param path requested path
 * @param requestLink undefined if no SMTP server is configured
 * @param device mark of a browser that was signed in before
 */
export async function answerSignIn(
  request: Request,
  path: string,
  requestLink: RequestLink | undefined,
  device?: string,
): Promise<Response | SignInState> {
  if (path !== SIGN_IN) return { status: 401, asked: false, destination: deskDestination(path) }
  return answerPage<SignInState>(request, {
    show: () => ({ status: 200, asked: false, destination: DESK }),
    post({ adresse, vers }) {
      const destination = deskDestination(vers)
      if (!requestLink) return { status: 200, asked: false, destination }
      const wait = requestLink(clean(adresse) ?? '', destination, device)
      if (wait === 0) return { status: 200, asked: true, destination }
      return { status: 429, asked: false, waitMinutes: Math.ceil(wait / 60), destination }
    },
  })
}
