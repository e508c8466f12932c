import { answerPage, seeOther } from '../../http/answer-page.ts'
import type { Online } from './online.ts'

/** Functions of the installation that the page «La maison» uses. */
interface Releases {
  online(): Online
  goBack(): void
}

const HOUSE = '/bureau/maison'

/**
 * Handles requests to the page «La maison», which shows the release online. POST with `action=revenir` requests
 * the previous release; `action=prevenir` sends the problems to MAIL_OPERATOR, or else to the sender, by e-mail.
 * @param callHelp resolves to false if the e-mail was not sent; undefined if e-mail is not configured
 */
export function answerHouse(request: Request, { online, goBack }: Releases, callHelp?: () => Promise<boolean>) {
  return answerPage<Online>(request, {
    show: online,
    async post({ action }) {
      if (action === 'prevenir' && callHelp)
        return seeOther(`${HOUSE}?fait=${(await callHelp()) ? 'prevenue' : 'injoignable'}`)
      if (action === 'revenir' && online().canGoBack) goBack()
      return seeOther(HOUSE)
    },
  })
}
