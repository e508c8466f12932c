import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../server/clock.ts'
import { counted } from '../server/counted.ts'
import type { Letters } from '../server/mail/letters/letters.ts'
import type { Terminal } from './terminal.ts'

const LOOK_MS = 1000
/** Interval between two lines in a pipe, in milliseconds. */
const LINE_MS = 60_000

/**
 * Shows the progress of a letter until none of its messages is queued: a bar in a terminal, a line per minute in
 * a pipe. The letter is sent whether it is watched or not.
 * @param budgetTakes returns how long the hourly budget delays a number of messages, in milliseconds
 * @returns the exit code: 1 for a stopped letter
 */
export async function watchLetter(
  terminal: Terminal,
  letters: Letters,
  id: number,
  budgetTakes: (count: number) => number,
): Promise<number> {
  let nextLine = 0
  let first: number | undefined
  for (let looked = 0; ; looked += LOOK_MS) {
    const letter = letters.list().find((one) => one.id === id)
    if (!letter) return 1
    const { recipients, waiting, state, sent, failed, dropped, uncertain } = letter
    const done = recipients - waiting
    if (state !== 'going') {
      terminal.progress(1, 1)
      const end = state === 'stopped' ? 'Arrêtée' : 'Finie'
      terminal.note(
        `${end} : ${counted(sent, 'partie')}, ${counted(failed, 'refusée')}, ${counted(dropped, 'retirée')}, ${counted(uncertain, 'incertaine')}.`,
      )
      return state === 'stopped' ? 1 : 0
    }
    first ??= done
    // The longer of the pace so far and the hourly budget, which only slows down sending later.
    const atThisPace = done > first ? (looked / (done - first)) * waiting : 0
    const left = `encore ${duration(Math.max(atThisPace, budgetTakes(waiting)))}`
    terminal.progress(done, recipients, left)
    if (!terminal.interactive && looked >= nextLine) {
      terminal.note(`${done} sur ${recipients}, ${left}`)
      nextLine += LINE_MS
    }
    await sleep(LOOK_MS)
  }
}

/** Formats a duration in French, in its usual unit. */
function duration(ms: number): string {
  if (ms < 2 * MINUTE_MS) return 'une minute ou deux'
  if (ms < 2 * HOUR_MS) return `${Math.ceil(ms / MINUTE_MS)} min`
  return ms < 2 * DAY_MS ? `${Math.ceil(ms / HOUR_MS)} h` : `${Math.ceil(ms / DAY_MS)} jours`
}
