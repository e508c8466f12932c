import fc from 'fast-check'
import { DAY } from './calendar.ts'
import { earlier, writeEarlier } from './earlier.ts'
import { steps } from './steps.ts'
import { beginStory, endStory, pass } from './story.ts'

const BEGIN = Date.parse('2026-11-22T10:00:00.000Z')
const TEN_YEARS = 3653 * DAY
const STEPS_MAX = 60

/**
 * Simulates ten years and compares the database with the ledger after every step. Rejects with the shortest failing
 * story and its seed.
 */
export async function travel(stories: number, seed: number): Promise<void> {
  const property = fc.asyncProperty(
    earlier,
    fc.commands(steps, { maxCommands: STEPS_MAX, size: 'max' }),
    async ({ version, people }, commands) => {
      const story = beginStory(BEGIN, (path) => writeEarlier(path, BEGIN, version, people))
      try {
        await fc.asyncModelRun(() => ({ model: story, real: story }), commands)
        pass(story, Math.max(story.now + 1, BEGIN + TEN_YEARS))
      } finally {
        endStory(story)
      }
    },
  )
  await fc.assert(property, { numRuns: stories, seed })
}
