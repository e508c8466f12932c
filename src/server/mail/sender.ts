import type { Clock } from '../clock.ts'
import { log, logError } from '../log.ts'
import type { Mail } from './compose.ts'
import type { Message, Outbox } from './outbox.ts'
import { type Deliver, Undelivered } from './transport.ts'

/** Waits before the next attempt, in milliseconds; the last one repeats. */
export interface Waits {
  /** After the mail server itself failed: how long nothing is tried. */
  server: readonly number[]
  /** After it put off one message. */
  message: readonly number[]
  /** How often messages of other processes are looked for. */
  poll: number
}

const MINUTE = 60_000
const WAITS: Waits = {
  server: [2000, 10_000, MINUTE, 5 * MINUTE, 15 * MINUTE],
  message: [MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE, 180 * MINUTE, 360 * MINUTE],
  poll: 15_000,
}

export interface Sender {
  /** Says that a message may be waiting. */
  wake(): void
  /** Ends once the message being sent is settled. */
  stop(): Promise<void>
}

interface Services {
  outbox: Outbox
  compose: (message: Message) => Mail | undefined
  deliver: Deliver
  clock: Clock
}

/**
 * Sends what waits in the outbox, one message after the other, while the process runs. A failure is one line without
 * personal data; what the server said is kept with the message.
 */
export function startSender({ outbox, compose, deliver, clock }: Services, waits: Waits = WAITS): Sender {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let serverFailures = 0
  let pausedUntil = 0
  let stopped = false
  /**
   * Messages that went and could not be noted as sent, because another process held the lock or the disk was full. By
   * Message-ID: the number of a row is given again.
   */
  const delivered = new Set<string>()

  function schedule(ms: number): void {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(wake, ms)
    timer?.unref()
  }

  function wake(): void {
    if (running || stopped) return
    const pause = pausedUntil - clock().getTime()
    if (pause > 0) {
      schedule(pause)
      return
    }
    running = drain()
      .catch((error) => logError('outbox', error))
      .finally(() => {
        running = undefined
        schedule(serverFailures > 0 ? Math.max(0, pausedUntil - clock().getTime()) : waits.poll)
      })
  }

  async function drain(): Promise<void> {
    for (let message = outbox.claim(); message; message = outbox.claim()) {
      if (!(await send(message)) || stopped) return
    }
  }

  /** False when the mail server fails and the rest had better wait. */
  async function send(message: Message): Promise<boolean> {
    try {
      const mail = delivered.has(message.messageId) ? undefined : compose(message)
      if (mail) await deliver(mail)
      delivered.add(message.messageId)
      outbox.sent(message.id)
      delivered.delete(message.messageId)
      if (serverFailures > 0) log('mail: the server answers again')
      serverFailures = 0
      return true
    } catch (error) {
      if (!(error instanceof Undelivered)) {
        outbox.postpone(message.id, later(waits.message, message.attempts), String(error))
        throw error
      }
      return settle(message, error)
    }
  }

  function settle(message: Message, { reason, message: summary, detail }: Undelivered): boolean {
    // What tells the operator of a lead is never given up.
    if (reason === 'refused' && message.kind !== 'lead') {
      outbox.fail(message.id, detail)
      failure(message, summary, 'refused for good: see «hera outbox list»')
      return true
    }
    if (reason !== 'server') {
      const until = later(waits.message, message.attempts)
      outbox.postpone(message.id, until, detail)
      failure(message, summary, `next attempt ${until.toISOString()}`)
      return true
    }
    serverFailures += 1
    const until = later(waits.server, serverFailures)
    pausedUntil = until.getTime()
    outbox.postpone(message.id, clock(), detail)
    failure(message, summary, `next attempt ${until.toISOString()}, ${outbox.waiting()} waiting`)
    return false
  }

  function later(list: readonly number[], attempt: number): Date {
    return new Date(clock().getTime() + (list[Math.min(attempt, list.length) - 1] ?? 0))
  }

  wake()
  return {
    wake,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}

function failure({ kind, reference }: Message, summary: string, what: string): void {
  process.stderr.write(`${new Date().toISOString()} ERROR mail ${kind} ${reference}: ${summary}; ${what}\n`)
}
