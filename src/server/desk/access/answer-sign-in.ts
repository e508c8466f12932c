import { clean } from '../../../forms/answer-schema.ts'
import { answerPage } from '../../http/answer-page.ts'
import { DESK, deskDestination } from './destination.ts'
import type { RequestLink } from './sign-in-requests.ts'

/** What the sign-in page shows. */
export interface SignInState {
  status: number
  /** True once a link was asked for. */
  asked: boolean
  /** Minutes after which a link can be asked for again, where none is sent now. */
  waitMinutes?: number
  /** Page of the desk to show after signing in. */
  destination: string
}

const SIGN_IN = `${DESK}/connexion`

/**
 * Answers a request to the sign-in page, or to any page of the desk that was asked for without a session. That one is a
 * 401, so that no program takes the page for the submission or the file that it wanted. Every address gets the same answer.
 * @param path that was asked for
 * @param requestLink undefined where no e-mail is sent
 * @param device a browser that was signed in once
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
