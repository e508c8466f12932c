import { handlePage, seeOther } from '../http/answer-page.ts'
import { releaseHeld } from '../mail/outbox-admin.ts'
import { DESK } from './access/destination.ts'
import { change, type Desk } from './desk.ts'

const STATUS_PAGE = `${DESK}/maison`

/**
 * Handles requests to the page «La maison». POST with `action=prevenir` sends the problems to MAIL_OPERATOR, or else to
 * the sender, by e-mail; with `action=liberer` lets the e-mails above a cap of the day go.
 * @param callHelp resolves to false if the e-mail was not sent; undefined if e-mail is not configured
 */
export function handleStatusPage(request: Request, desk: Desk, callHelp?: () => Promise<boolean>) {
  return handlePage(request, {
    show: () => ({ status: 200 }),
    async post({ action }) {
      if (action === 'liberer') {
        change(desk, () => releaseHeld(desk.db, desk.clock))
        return seeOther(`${STATUS_PAGE}?fait=liberes`)
      }
      if (action !== 'prevenir' || !callHelp) return seeOther(STATUS_PAGE)
      return seeOther(`${STATUS_PAGE}?fait=${(await callHelp()) ? 'prevenue' : 'injoignable'}`)
    },
  })
}
