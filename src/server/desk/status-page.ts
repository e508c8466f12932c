import { handlePage, seeOther } from '../http/answer-page.ts'
import { DESK } from './access/destination.ts'

const STATUS_PAGE = `${DESK}/maison`

/**
 * Handles requests to the page «La maison». POST with `action=prevenir` sends the problems to MAIL_OPERATOR, or else to
 * the sender, by e-mail.
 * @param callHelp resolves to false if the e-mail was not sent; undefined if e-mail is not configured
 */
export function handleStatusPage(request: Request, callHelp?: () => Promise<boolean>) {
  return handlePage(request, {
    show: () => ({ status: 200 }),
    async post({ action }) {
      if (action !== 'prevenir' || !callHelp) return seeOther(STATUS_PAGE)
      return seeOther(`${STATUS_PAGE}?fait=${(await callHelp()) ? 'prevenue' : 'injoignable'}`)
    },
  })
}
