import { logError } from '../log.ts'
import { repeat } from '../repeat.ts'
import type { Letters } from './letters.ts'

/** Interval of checking for due drafts, in milliseconds. */
const LOOK_MS = 20_000

/** Sends scheduled letters when due, while the site runs. Returns a function that stops it. */
export function startScheduledLetters(letters: Letters): () => void {
  return repeat(async () => {
    await letters.sendDue().catch((error: unknown) => logError('scheduled letters', error))
    return LOOK_MS
  })
}
