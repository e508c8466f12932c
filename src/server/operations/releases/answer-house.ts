import { answerPage, seeOther } from '../../http/answer-page.ts'
import type { Online } from './online.ts'

/** What the house page asks of the installation. */
interface Releases {
  online(): Online
  goBack(): void
}

/** Answers a request to the page of the house: POST with `action=revenir` asks for the version before; the page shows what is online. */
export function answerHouse(request: Request, { online, goBack }: Releases): Promise<Response | Online> {
  return answerPage(request, {
    show: online,
    post({ action }) {
      if (action === 'revenir' && online().canGoBack) goBack()
      return seeOther('/bureau/maison')
    },
  })
}
