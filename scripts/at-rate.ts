import { setTimeout as sleep } from 'node:timers/promises'

const TICK_MS = 10

/** Starts a task at a steady rate, and waits for all of them. @param task must not reject; returns nothing that is kept */
export async function atRate(seconds: number, perSecond: number, task: (n: number) => Promise<void>): Promise<void> {
  const open = new Set<Promise<void>>()
  const started = performance.now()
  for (let n = 0; n < seconds * perSecond; ) {
    const due = Math.min(seconds * perSecond, ((performance.now() - started) / 1000) * perSecond)
    for (; n < due; n++) {
      const one = task(n)
      open.add(one)
      void one.then(() => open.delete(one))
    }
    await sleep(TICK_MS)
  }
  await Promise.all(open)
}
