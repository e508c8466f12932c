import { logError } from '../log.ts'
import type { Letters } from './letters.ts'

/** How often the drafts are looked at whose hour may have come, in milliseconds. */
const LOOK_MS = 20_000

/** Sends letters at the hour that was set for them, while the site runs. Gives what stops it. */
export function startScheduledLetters(letters: Letters): () => void {
  let busy = false
  const look = async () => {
    if (busy) return
    busy = true
    try {
      await letters.sendDue()
    } catch (error) {
      logError('scheduled letters', error)
    } finally {
      busy = false
    }
  }
  const timer = setInterval(() => void look(), LOOK_MS)
  void look()
  return () => clearInterval(timer)
}
