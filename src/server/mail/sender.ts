import { type Clock, DAY_MS, HOUR_MS, MINUTE_MS } from '../clock.ts'
import { log, logError, logProblem } from '../log.ts'
import type { Writers } from './kinds.ts'
import { type Dispatch, newestOf } from './message.ts'
import type { Order } from './order.ts'
import { withoutAddresses } from './refusal-words.ts'
import type { Results } from './results.ts'
import { failureScope, SmtpError, type Transport } from './transport.ts'

/** Pauses after failures that concern every message, in milliseconds; the last one repeats. Nothing is sent meanwhile. */
const SERVER_PAUSES_MS = [2000, 10_000, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS]
/** Pauses after failures of one message, in milliseconds; the last one repeats. */
const MESSAGE_PAUSES_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 3 * HOUR_MS, 6 * HOUR_MS]
/** Interval of polling the outbox, in milliseconds; it also changes by the hourly budget and by other processes. */
const POLL_MS = 2000
/** Age at which a failing message is given up, in milliseconds. */
const GIVE_UP_MS = 5 * DAY_MS

interface Services {
  order: Pick<Order, 'claim'>
  results: Results
  writers: Writers
  transport: Transport
  /** Queues messages that have become due by time, such as the one of the morning. */
  queueDue: () => void
  clock: Clock
  /** True while the clock may be wrong: no message is then given up because of its age. */
  isClockDoubted: () => boolean
}

/**
 * Sends queued messages one at a time over one SMTP connection, from the first `wake` until stopped. Logs each failure
 * as one line without personal data; the server's response is stored with the message.
 */
export function createSender(services: Services) {
  const { order, results, writers, transport, queueDue, clock, isClockDoubted } = services
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let stopped = false
  let lastError = ''
  let begun = false
  /** Records the result of the last attempt again, after the database was locked or the disk full. */
  let unrecorded: (() => void) | undefined

  function wake(): void {
    if (running || stopped) return
    clearTimeout(timer)
    running = drain()
      .then(() => {
        lastError = ''
      })
      .catch(report)
      .finally(() => {
        running = undefined
        if (!stopped) timer = setTimeout(wake, POLL_MS).unref()
      })
  }

  /** Logs an error once, because a failing disk would otherwise fill the log with a line every two seconds. */
  function report(error: unknown): void {
    if (String(error) !== lastError) logError('outbox', error)
    lastError = String(error)
  }

  async function drain(): Promise<void> {
    if (!begun) {
      results.settle()
      // The restart may have fixed the cause of the pause.
      results.resume()
      begun = true
    }
    if (unrecorded) record(unrecorded)
    // The pause is stored in the database, so that an operator can end it (retryMessages).
    if (isPaused()) return
    queueDue()
    for (let next = order.claim(); next; next = order.claim()) if (!(await send(next))) return
  }

  /** Until its result is recorded, nothing else is sent, so that nothing is sent twice. */
  function record<T>(result: () => T): T {
    unrecorded = () => void result()
    const recorded = result()
    unrecorded = undefined
    return recorded
  }

  /** Ignores a pause longer than the longest wait: it was set while the clock was ahead. */
  function isPaused(): boolean {
    const left = Date.parse(results.server().pausedUntil ?? '') - clock().getTime()
    return left > 0 && left <= Math.max(...SERVER_PAUSES_MS)
  }

  /** Sends a dispatch. Returns false if this run must end, because the mail server fails or the process stops. */
  async function send(dispatch: Dispatch): Promise<boolean> {
    const [{ attempts }] = dispatch.messages
    try {
      const result = await attempt(dispatch)
      return record(result) && !stopped
    } catch (error) {
      if (!unrecorded) record(() => results.postpone(dispatch, retryAt(MESSAGE_PAUSES_MS, attempts), String(error)))
      throw error
    }
  }

  /** Writes and delivers a dispatch; returns what records the result and whether the run goes on. */
  async function attempt(dispatch: Dispatch): Promise<() => boolean> {
    const mail = writers[dispatch.messages[0].kind]?.write(dispatch)
    if (!mail)
      return () => {
        results.drop(dispatch)
        return true
      }
    try {
      const remark = await transport.deliver({ ...mail, messageId: newestOf(dispatch).message_id })
      return () => sent(dispatch, remark)
    } catch (error) {
      if (error instanceof SmtpError) return () => handleFailure(dispatch, error)
      throw error
    }
  }

  function sent(dispatch: Dispatch, remark: string): boolean {
    results.sent(dispatch, remark)
    for (const message of dispatch.messages) writers[message.kind]?.onSent?.(message)
    if (remark) failure(dispatch, 'some recipients refused', 'its last error is kept with it')
    if (results.server().failures > 0) {
      results.resume()
      log('mail: the server responds again')
    }
    return true
  }

  /** Handles a failed delivery; returns false if the mail server fails for every message. */
  function handleFailure(dispatch: Dispatch, error: SmtpError): boolean {
    const [message] = dispatch.messages
    const { kind, recipient, attempts, created_at } = message
    const scope = failureScope(error)
    if (scope === 'server') return pause(dispatch, error)
    // Notices to MAIL_TO are retried even if rejected, because the operator may correct the address.
    if (scope === 'refused' && recipient !== null) {
      results.fail(dispatch, 'refused', error.detail)
      // A rejected text is no evidence against the address.
      writers[kind]?.onFailed?.(message, error.step === 'recipient')
      failure(dispatch, summaryOf(error), 'refused for good')
    } else if (message.letter !== null && error.uncertain) {
      results.fail(dispatch, 'unknown', error.detail)
      failure(dispatch, summaryOf(error), 'not sent again, because it may have arrived')
    } else if (clock().getTime() - Date.parse(created_at) >= GIVE_UP_MS && !isClockDoubted()) {
      results.fail(dispatch, 'expired', error.detail)
      writers[kind]?.onFailed?.(message, false)
      failure(dispatch, summaryOf(error), 'given up')
    } else {
      const until = retryAt(MESSAGE_PAUSES_MS, attempts)
      results.postpone(dispatch, until, error.detail)
      failure(dispatch, summaryOf(error), `next attempt ${until.toISOString()}`)
    }
    return true
  }

  function pause(dispatch: Dispatch, error: SmtpError): boolean {
    const failures = results.server().failures + 1
    const pausedUntil = retryAt(SERVER_PAUSES_MS, failures).toISOString()
    results.pause(dispatch, { failures, pausedUntil, lastError: error.detail })
    failure(dispatch, summaryOf(error), `next attempt ${pausedUntil}`)
    return false
  }

  function retryAt(list: readonly number[], attempt: number): Date {
    return new Date(clock().getTime() + (list[Math.min(attempt, list.length) - 1] ?? 0))
  }

  return {
    /** Starts a run now if none is in progress; afterwards runs follow by themselves. */
    wake,
    /** Resolves when the delivery in progress has finished. */
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
      transport.close()
    },
  }
}

function failure({ messages: [{ kind, reference }] }: Dispatch, summary: string, what: string): void {
  logProblem(`mail ${kind} ${reference}`, `${summary}; ${what}`)
}

/** Returns the server's response without e-mail addresses. */
function summaryOf({ message, detail }: SmtpError): string {
  return `${message} (${withoutAddresses(detail)})`
}
