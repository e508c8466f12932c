import { afterLoad } from '../../browser/after-load.ts'
import { trackers } from '../../browser/storage.ts'
import { countVisits, onAnswer, otherVisits } from '../islands/other-visits.ts'

const stop = onAnswer(() => {
  if (otherVisits() === 0 || sessionStorage.getItem(trackers.hidden.key) !== null) return
  stop()
  document.querySelector('#compteur')?.dispatchEvent(new Event('needed', { bubbles: true }))
})
afterLoad(countVisits)
