import { answerPage, seeOther, unknownAct } from '../http/answer-page.ts'
import type { Series } from '../leads/series.ts'
import { DESK } from './access/destination.ts'

const SERIES = `${DESK}/serie`
const REFERENCE = /^[A-Z]-[\dA-Z]{4}-[\dA-Z]{4}$/

/** What the register shows besides its entries. */
interface SeriesState {
  status: number
  /** Why nothing was noted, in French. */
  problem?: string
  /** Reference of the lead that pieces are being noted for; null or undefined for none. */
  lead?: string | null
}

/**
 * Answers a request to the register of the series. POST does what the pressed button says (field `action`): `noter` notes
 * pieces, `partie` that reserved ones have left, `liberer` takes an entry out. Field `vu` says what the page showed, so that
 * nothing is noted twice and no entry that has changed since is touched. A lead's page sends `reference`, and is shown
 * again afterwards; where the number is refused, the register has the form for that lead.
 * @param total pieces of the series
 * @param author address that signed in; null where it is not known
 */
export function answerSeries(request: Request, series: Series, total: number, author: string | null) {
  return answerPage<SeriesState>(request, {
    show: () => ({ status: 200 }),
    post({ action, id, vu, reference, pieces, etat }) {
      const lead = REFERENCE.test(String(reference)) ? String(reference) : null
      const seen = typeof vu === 'string' ? vu : null
      if (action === 'noter') {
        const problem = series.add(lead, pieces, etat ?? 'réservée', total, author, seen)
        if (problem) return { status: 422, problem, lead }
      } else if (action === 'partie' || action === 'liberer') {
        const entry = [Number(id), seen] as const
        const problem = action === 'partie' ? series.markGone(...entry, author) : series.remove(...entry)
        if (problem) return { status: 409, problem }
      } else return unknownAct(request)
      return seeOther(lead ? `${DESK}/${lead}#serie` : SERIES)
    },
  })
}
