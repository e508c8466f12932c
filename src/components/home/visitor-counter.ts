import { trackers } from '../../storage.ts'
import { COUNTER_ANIMATION_MS, COUNTER_REFRESH_MS, COUNTER_STEPS } from '../../timings.ts'
import { isRefused, sessionId } from './session.ts'

const HIDDEN = trackers.counterHidden.key
/** How long a number is waited for, in milliseconds; the next one is asked for soon. */
const ANSWER_MS = 4000

const counter = document.querySelector<HTMLElement>('#compteur')
// Nobody waits for the counter: it asks once the page has been painted.
if (counter && isPossible()) {
  const painted = new PerformanceObserver(() => {
    painted.disconnect()
    start(counter)
  })
  const observe = () => painted.observe({ type: 'paint', buffered: true })
  if (document.readyState === 'complete') observe()
  else addEventListener('load', observe, { once: true })
}

function start(counter: HTMLElement): void {
  let refresh: ReturnType<typeof setTimeout> | undefined
  let asked = 0
  const show = display(counter)

  const ask = async () => {
    const turn = ++asked
    clearTimeout(refresh)
    if (document.hidden) return
    if (isRefused(localStorage, Date.now())) return show(0)
    refresh = setTimeout(ask, pick(COUNTER_REFRESH_MS))
    const number = await count()
    // An answer that comes after the next question is old.
    if (turn === asked) show(number)
  }
  document.addEventListener('visibilitychange', ask)
  counter.querySelector('button')?.addEventListener('click', () => {
    sessionStorage.setItem(HIDDEN, '1')
    counter.remove()
  })
  ask()
}

/** Shows a number step by step; hides the counter at 0, since then nobody has been counted. */
function display(counter: HTMLElement): (target: number) => void {
  const number = counter.querySelector('[data-count]') as HTMLElement
  const noun = counter.querySelector('[data-noun]') as HTMLElement
  let shown = 0
  let step: ReturnType<typeof setInterval> | undefined
  const write = (value: number) => {
    shown = value
    counter.hidden = value === 0 || sessionStorage.getItem(HIDDEN) !== null
    number.textContent = new Intl.NumberFormat('fr-FR').format(value)
    noun.textContent = value > 1 ? 'visites en cours' : 'visite en cours'
  }
  return (target) => {
    clearInterval(step)
    const from = shown
    if (from === target || matchMedia('(prefers-reduced-motion: reduce)').matches) return write(target)
    let done = 0
    step = setInterval(() => {
      done++
      write(Math.round(from + ((target - from) * done) / COUNTER_STEPS))
      if (done === COUNTER_STEPS) clearInterval(step)
    }, COUNTER_ANIMATION_MS / COUNTER_STEPS)
  }
}

/** What the server counts, this visit included; 0 when it does not answer, since an old number would not be true. */
async function count(): Promise<number> {
  try {
    const session = sessionId(localStorage, Date.now(), () => crypto.randomUUID())
    const response = await fetch('/api/presence', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ session }),
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    return response.ok ? (await response.json()).count : 0
  } catch {
    return 0
  }
}

function pick<T>(values: readonly T[]): T {
  return values[Math.floor(Math.random() * values.length)] as T
}

/** Random identifiers need a secure page, a browser may be too old or keep nothing: then nobody is counted. */
function isPossible(): boolean {
  try {
    return 'randomUUID' in crypto && 'timeout' in AbortSignal && localStorage !== null && sessionStorage !== null
  } catch {
    return false
  }
}
