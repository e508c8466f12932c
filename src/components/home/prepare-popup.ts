import { afterLoad } from '../../browser/after-load.ts'
import { trackers } from '../../browser/storage.ts'
import { POPUP_DELAY_MS } from '../../browser/timings.ts'

/** How long before its moment the popup is prepared, in milliseconds: React has to arrive on a slow line. */
const AHEAD_MS = 2500

const prepare = () => document.querySelector('#popup')?.dispatchEvent(new Event('needed', { bubbles: true }))
try {
  if (sessionStorage.getItem(trackers.popup.key) === null)
    afterLoad(() => setTimeout(prepare, POPUP_DELAY_MS - AHEAD_MS))
} catch {
  // Without storage the popup does not open.
}
