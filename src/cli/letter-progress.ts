import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../server/clock.ts'
import { counted } from '../server/counted.ts'
import type { Letters } from '../server/letters/letters.ts'
import type { Terminal } from './terminal.ts'

const LOOK_MS = 1000
/** In a pipe, a line is written this often. */
const LINE_MS = 60_000

/**
 * Shows how far a letter is until nothing of it waits: a bar in a terminal, a line a minute in a pipe. The letter goes
 * whether somebody watches or not.
 * @param budgetTakes how long the hour's budget makes so many messages wait, in milliseconds
 * @returns the exit code: 1 for a letter that was stopped
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
    // By the pace so far, and by the budget, which holds up what goes fast at first.
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

/** A length of time in the unit in which one speaks of it. */
function duration(ms: number): string {
  if (ms < 2 * MINUTE_MS) return 'une minute ou deux'
  if (ms < 2 * HOUR_MS) return `${Math.ceil(ms / MINUTE_MS)} min`
  return ms < 2 * DAY_MS ? `${Math.ceil(ms / HOUR_MS)} h` : `${Math.ceil(ms / DAY_MS)} jours`
}
