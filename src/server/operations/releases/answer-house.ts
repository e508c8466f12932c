import { answerPage, seeOther } from '../../http/answer-page.ts'
import type { Online } from './online.ts'

/** What the house page asks of the installation. */
interface Releases {
  online(): Online
  goBack(): void
}

const HOUSE = '/bureau/maison'

/**
 * Answers a request to the page of the house, which shows what is online. POST with `action=revenir` asks for the version
 * before, with `action=prevenir` whoever looks after the server for help.
 * @param callHelp gives false where the e-mail did not go; undefined where no e-mail is sent
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
