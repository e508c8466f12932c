import { answerPage, seeOther } from '../../http/answer-page.ts'
import type { DeskAccess } from './desk-access.ts'

/** Answers a request to the page of devices: POST ends the session of the number in `appareil`; the page shows the others. */
export function answerDevices(request: Request, sessions: Pick<DeskAccess, 'list' | 'end'>) {
  return answerPage(request, {
    show: () => sessions.list(),
    async post({ appareil }) {
      await sessions.end(Number(appareil))
      return seeOther('/bureau/appareils')
    },
  })
}
