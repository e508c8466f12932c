import { parse } from '../../../src/forms/form.ts'
import { type FormName, forms } from '../../../src/forms/index.ts'
import { startSender } from '../../../src/server/outbox/sender.ts'
import { createTransport } from '../../../src/server/outbox/transport.ts'
import { valid } from '../../samples.ts'
import { openHouse } from '../../time-travel/house.ts'

/** A sender whose clock is moved by hand looks often, and its pauses are short. */
const WAITS = { server: [50, 100], message: [50, 100], poll: 20 }
const TIMEOUTS = { connectMs: 300, silenceMs: 300 }

interface Row {
  kind: string
  hold: string | null
  slow: number
  sent_at: string | null
  sent_with: number | null
  failure: string | null
}

/** A house in the process of a test that sends to a mail server, and whose clock can be moved. */
export function openShop(smtpUrl: string) {
  let shift = 0
  const clock = () => new Date(Date.now() + shift)
  const { db, policy, outbox, compose, letters, store } = openHouse(':memory:', clock)
  return {
    policy,
    pass: (ms: number) => {
      shift += ms
    },
    send() {
      const transport = createTransport(smtpUrl, 'Hera <bonjour@hera.example>', TIMEOUTS)
      const queueDue = () => undefined
      return startSender(
        {
          outbox,
          compose,
          transport,
          queueDue,
          queueMore: letters.queueNext,
          onRefused: () => undefined,
          clock,
          isClockDoubted: () => false,
        },
        WAITS,
      )
    },
    /** Stores a submission. @param address of the visitor's connection */
    submit(name: FormName, extra: Record<string, string> = {}, address?: string) {
      const { values, errors } = parse(forms[name], { ...valid[name], ...extra }, '2026-11-21')
      if (!values) throw new Error(JSON.stringify(errors))
      return store.add(forms[name], values, { suspectedSpam: false }, address)
    },
    queue: () => db.prepare('SELECT * FROM outbox ORDER BY id').all() as Row[],
  }
}

export type Shop = ReturnType<typeof openShop>
