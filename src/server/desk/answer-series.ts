import { handlePage, seeOther, unknownAction } from '../http/answer-page.ts'
import type { Series } from '../leads/series.ts'
import { DESK } from './access/destination.ts'

const SERIES = `${DESK}/serie`
const REFERENCE = /^[A-Z]-[\dA-Z]{4}-[\dA-Z]{4}$/

/** State of the register of the series, besides its entries. */
interface SeriesState {
  status: number
  /** Why nothing was recorded, in French. */
  problem?: string
  /** Reference of the lead for which pieces are being recorded; null or undefined for none. */
  lead?: string | null
}

/**
 * Handles the register of the series. POST performs the action of the button (field `action`): `noter` records
 * pieces, `partie` marks reserved ones as shipped, `liberer` deletes an entry. Field `vu` contains the state shown
 * by the page, so that nothing is recorded twice and no changed entry is modified. A lead's page sends `reference`
 * and is shown again afterwards; if the number is rejected, the register shows the form for that lead.
 * @param author signed-in address; null if unknown
 */
export function answerSeries(request: Request, series: Series, author: string | null) {
  return handlePage<SeriesState>(request, {
    show: () => ({ status: 200 }),
    post({ action, id, vu, reference, pieces, etat }) {
      const lead = REFERENCE.test(String(reference)) ? String(reference) : null
      const seen = typeof vu === 'string' ? vu : null
      if (action === 'noter') {
        const problem = series.add(lead, pieces, etat ?? 'réservée', author, seen)
        if (problem) return { status: 422, problem, lead }
      } else if (action === 'partie' || action === 'liberer') {
        const entry = [Number(id), seen] as const
        const problem = action === 'partie' ? series.markGone(...entry, author) : series.remove(...entry)
        if (problem) return { status: 409, problem }
      } else return unknownAction(request)
      return seeOther(lead ? `${DESK}/${lead}#serie` : SERIES)
    },
  })
}
