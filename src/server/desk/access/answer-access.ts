import { clean } from '../../../forms/answer-schema.ts'
import { handlePage, handleWithoutBody, seeOther } from '../../http/answer-page.ts'
import type { DeskAccess } from './desk-access.ts'
import { DESK, deskDestination } from './destination.ts'
import type { RequestLink } from './sign-in-requests.ts'

/** State of the sign-in page. */
interface SignInState {
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
  return handlePage<SignInState>(request, {
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
  return handleWithoutBody<Entered>(
    request,
    () => ({ good: sessions.isLinkGood(link ?? '') }),
    async () =>
      (await sessions.open(link ?? '', deviceName(request.headers.get('user-agent')), former)) ?? { good: false },
  )
}

/** Handles the page of devices: lists the sessions; POST ends the session with the id in `appareil`. */
export function answerDevices(request: Request, sessions: Pick<DeskAccess, 'list' | 'end'>) {
  return handlePage(request, {
    show: () => sessions.list(),
    async post({ appareil }) {
      await sessions.end(Number(appareil))
      return seeOther('/bureau/appareils')
    },
  })
}

/** Names in User-Agent headers, most specific first, because browsers also name those they imitate. */
const BROWSERS: readonly [RegExp, string][] = [
  [/Edg/, 'Edge'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
]
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Mac OS X/, 'Mac'],
  [/Windows/, 'Windows'],
  [/Linux/, 'Linux'],
]

/**
 * Returns the device of a session, such as «Safari, iPhone», only for display in the list of devices.
 * @param userAgent User-Agent header
 */
export function deviceName(userAgent: string | null): string {
  const nameIn = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  return [nameIn(BROWSERS), nameIn(SYSTEMS)].filter(Boolean).join(', ') || 'Navigateur inconnu'
}
