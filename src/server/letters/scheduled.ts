import { logError } from '../log.ts'
import { repeat } from '../repeat.ts'
import type { Letters } from './letters.ts'

/** How often the drafts are looked at whose hour may have come, in milliseconds. */
const LOOK_MS = 20_000

/** Sends letters at the hour that was set for them, while the site runs. Returns what stops it. */
export function startScheduledLetters(letters: Letters): () => void {
  return repeat(async () => {
    await letters.sendDue().catch((error: unknown) => logError('scheduled letters', error))
    return LOOK_MS
  })
}
