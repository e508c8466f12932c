import { answerPage, seeOther } from '../../http/answer-page.ts'
import type { DeskAccess } from './desk-access.ts'

/** Handles the page of devices: lists the sessions; POST ends the session with the id in `appareil`. */
export function answerDevices(request: Request, sessions: Pick<DeskAccess, 'list' | 'end'>) {
  return answerPage(request, {
    show: () => sessions.list(),
    async post({ appareil }) {
      await sessions.end(Number(appareil))
      return seeOther('/bureau/appareils')
    },
  })
}
