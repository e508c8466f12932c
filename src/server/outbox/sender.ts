import type { Clock } from '../clock.ts'
import { log, logError, logProblem } from '../log.ts'
import type { Mail } from './mail.ts'
import { type Dispatch, type Message, messageIdOf, type Outbox } from './outbox.ts'
import { withoutAddresses } from './refusal-words.ts'
import { SmtpError } from './smtp-session.ts'
import { faultOf, type Transport } from './transport.ts'

/** Waits before the next attempt, in milliseconds; the last one repeats. */
export interface Waits {
  /** After a failure that concerns every message: how long nothing is tried. */
  server: readonly number[]
  /** After a failure of one message. */
  message: readonly number[]
  /** How often the outbox is looked at: it changes by the hour's budget and by other processes too. */
  poll: number
}

const MINUTE = 60_000
const WAITS: Waits = {
  server: [2000, 10_000, MINUTE, 5 * MINUTE, 15 * MINUTE],
  message: [MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE, 180 * MINUTE, 360 * MINUTE],
  poll: 2000,
}
/** A message that fails is given up when it is this old, in milliseconds. */
const GIVE_UP_MS = 5 * 86_400_000

export type Sender = ReturnType<typeof startSender>

interface Services {
  outbox: Outbox
  compose: (dispatch: Dispatch) => Mail | undefined
  transport: Transport
  /** Queues what has become due by itself. */
  queueDue: () => void
  /** Queues what goes while nothing else waits; true when something was queued. */
  queueMore: () => boolean
  /** As MessageKind has it. */
  onFailed: (message: Message, byAddress: boolean) => void
  clock: Clock
  /** Nothing is given up because of its age while the clock may be wrong. */
  isClockDoubted: () => boolean
}

/**
 * Sends what waits in the outbox, one message after the other over one connection, while the process runs. A failure is
 * one line without personal data; what the server said is kept with the message.
 */
export function startSender(
  { outbox, compose, transport, queueDue, queueMore, onFailed, clock, isClockDoubted }: Services,
  waits: Waits = WAITS,
) {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let stopped = false
  let lastTrouble = ''
  /**
   * Messages that went and could not be noted as sent, because another process held the lock or the disk was full. By
   * Message-ID: the number of a row is given again.
   */
  const delivered = new Set<string>()

  /** Says that a message may be waiting. */
  function wake(): void {
    if (running || stopped) return
    clearTimeout(timer)
    running = drain()
      .then(() => {
        lastTrouble = ''
      })
      .catch(report)
      .finally(() => {
        running = undefined
        transport.close()
        if (!stopped) timer = setTimeout(wake, waits.poll)
        timer?.unref()
      })
  }

  /** A disk that fails would otherwise be a line every two seconds. */
  function report(error: unknown): void {
    if (String(error) !== lastTrouble) logError('outbox', error)
    lastTrouble = String(error)
  }

  async function drain(): Promise<void> {
    // In the database, so that an operator can end the pause: retryMessages.
    if (isPaused()) return
    queueDue()
    do {
      for (let dispatch = outbox.claim(); dispatch; ) {
        const next = await send(dispatch)
        if (next === 'rest') return
        dispatch = next ?? outbox.claim()
      }
    } while (queueMore())
  }

  /** A pause that was set while the clock was ahead is over. */
  function isPaused(): boolean {
    const left = Date.parse(outbox.server().pausedUntil ?? '') - clock().getTime()
    return left > 0 && left <= Math.max(...waits.server)
  }

  /**
   * Returns the message that comes next where it was taken in the same commit; 'rest' when the others had better wait,
   * because the mail server fails or the process ends.
   */
  async function send(dispatch: Dispatch): Promise<Dispatch | 'rest' | undefined> {
    const [{ attempts }] = dispatch.messages
    const messageId = messageIdOf(dispatch)
    try {
      const before = delivered.has(messageId)
      const mail = before ? undefined : compose(dispatch)
      if (!mail && !before) {
        outbox.drop(dispatch)
        return stopped ? 'rest' : undefined
      }
      const remark = mail ? await transport.deliver(mail) : ''
      delivered.add(messageId)
      const next = outbox.sent(dispatch, remark, !stopped)
      delivered.delete(messageId)
      if (remark) failure(dispatch, 'some recipients refused', 'see «hera outbox list --all»')
      if (outbox.server().failures > 0) {
        outbox.resume()
        log('mail: the server answers again')
      }
      return stopped ? 'rest' : next
    } catch (error) {
      if (error instanceof SmtpError) return settle(dispatch, error) && !stopped ? undefined : 'rest'
      outbox.postpone(dispatch, later(waits.message, attempts), String(error))
      throw error
    }
  }

  /** False when the mail server fails for every message. */
  function settle(dispatch: Dispatch, error: SmtpError): boolean {
    const [message] = dispatch.messages
    const { recipient, attempts, createdAt } = message
    const fault = faultOf(error)
    if (fault === 'server') return pause(dispatch, error)
    // What goes to the house is tried again: its address may be mended.
    if (fault === 'refused' && recipient !== null) {
      outbox.fail(dispatch, 'refused', error.detail)
      // A refusal of the text says nothing of the address.
      onFailed(message, error.step === 'recipient')
      failure(dispatch, summaryOf(error), 'refused for good: see «hera outbox list»')
    } else if (clock().getTime() - Date.parse(createdAt) >= GIVE_UP_MS && !isClockDoubted()) {
      outbox.fail(dispatch, 'expired', error.detail)
      onFailed(message, false)
      failure(dispatch, summaryOf(error), 'given up: see «hera outbox list»')
    } else {
      const until = later(waits.message, attempts)
      outbox.postpone(dispatch, until, error.detail, error.uncertain)
      failure(dispatch, summaryOf(error), `next attempt ${until.toISOString()}`)
    }
    return true
  }

  function pause(dispatch: Dispatch, error: SmtpError): boolean {
    const failures = outbox.server().failures + 1
    const pausedUntil = later(waits.server, failures).toISOString()
    outbox.pause(dispatch, { failures, pausedUntil, lastError: error.detail })
    failure(dispatch, summaryOf(error), `next attempt ${pausedUntil}, ${outbox.waiting()} waiting`)
    return false
  }

  function later(list: readonly number[], attempt: number): Date {
    return new Date(clock().getTime() + (list[Math.min(attempt, list.length) - 1] ?? 0))
  }

  // Whoever restarts may have mended what the pause was for.
  outbox.resume()
  wake()
  return {
    wake,
    /** Ends once the message being sent is settled. */
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}

function failure({ messages: [{ kind, reference }] }: Dispatch, summary: string, what: string): void {
  logProblem(`mail ${kind} ${reference}`, `${summary}; ${what}`)
}

/** What the mail server said, without anybody's address. */
function summaryOf({ message, detail }: SmtpError): string {
  return `${message} (${withoutAddresses(detail)})`
}
