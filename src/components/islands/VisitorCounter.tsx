import { useEffect, useRef, useState } from 'react'
import { SESSION_HEADER, trackers } from '../../browser/storage.ts'
import { COUNTER_ANIMATION_MS, COUNTER_REFRESH_MS, COUNTER_STEPS } from '../../browser/timings.ts'
import { interfaceWords } from '../../copy/words/words.ts'
import { abortAfter } from './abort-after.ts'
import { isRefused, replaceSessionId, sessionId } from './session.ts'

const { compteur: phrases } = interfaceWords

const HIDDEN = trackers.hidden.key
/** Timeout of a request, in milliseconds; short, because the next one follows soon. */
const ANSWER_MS = 4000

/** Number of the other current visits: not announced, covers no text, absent without JavaScript, hidden at 0. */
export function VisitorCounter() {
  const count = useCount()
  const number = useSteps(count)
  const [dismissed, setDismissed] = useState(false)
  if (dismissed) return null
  // If dismissed earlier in the session, it keeps its space, so that the content below does not move.
  const isHidden = number === 0 || sessionStorage.getItem(HIDDEN) !== null

  function dismiss() {
    sessionStorage.setItem(HIDDEN, '1')
    setDismissed(true)
  }

  return (
    <aside id="compteur" className="counter no-print" aria-label={phrases.nom} hidden={isHidden}>
      <a className="counter-text" href="/cookies#compteur">
        {number > 0 && (
          <>
            <span className="counter-number">{new Intl.NumberFormat('fr-FR').format(number)}</span>
            <span>{number > 1 ? phrases.plusieurs : phrases.une}</span>
          </>
        )}
      </a>
      <button className="counter-hide" type="button" aria-label={phrases.masquer} onClick={dismiss}>
        <svg viewBox="0 0 12 12" aria-hidden="true">
          <path d="M2 2l8 8M10 2l-8 8" fill="none" stroke="currentColor" strokeWidth="1.25" />
        </svg>
      </button>
    </aside>
  )
}

/** Returns the number of other visits, polled while the page is visible; 0 until it is known. */
function useCount(): number {
  const [count, setCount] = useState(0)
  useEffect(() => {
    if (!canCount()) return
    let refresh: ReturnType<typeof setTimeout> | undefined
    let asked = 0
    const ask = async () => {
      const turn = ++asked
      clearTimeout(refresh)
      if (document.hidden) return
      if (isRefused(localStorage, Date.now())) return setCount(0)
      refresh = setTimeout(ask, pick(COUNTER_REFRESH_MS))
      const answer = await requestCount()
      // A response that arrives after the next request was sent is outdated.
      if (turn === asked) setCount(answer)
    }
    document.addEventListener('visibilitychange', ask)
    ask()
    return () => {
      asked++
      clearTimeout(refresh)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [])
  return count
}

/** Animates from one number to the next in steps, or at once with prefers-reduced-motion. */
function useSteps(target: number): number {
  const [shown, setShown] = useState(0)
  const current = useRef(0)
  useEffect(() => {
    const show = (value: number) => {
      current.current = value
      setShown(value)
    }
    const from = current.current
    if (from === target) return
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return show(target)
    let done = 0
    const step = setInterval(() => {
      done++
      show(Math.round(from + ((target - from) * done) / COUNTER_STEPS))
      if (done === COUNTER_STEPS) clearInterval(step)
    }, COUNTER_ANIMATION_MS / COUNTER_STEPS)
    return () => clearInterval(step)
  }, [target])
  return shown
}

/**
 * Requests the number of visits and returns the others, so that nobody is told that they are alone; 0 on failure,
 * because an old number would be wrong.
 */
async function requestCount(): Promise<number> {
  try {
    const session = sessionId(localStorage, Date.now(), () => crypto.randomUUID())
    const response = await fetch('/api/presence', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ session }),
      signal: abortAfter(ANSWER_MS),
    })
    const given = response.headers.get(SESSION_HEADER)
    if (given) replaceSessionId(localStorage, session, given)
    return response.ok ? Math.max(0, (await response.json()).count - 1) : 0
  } catch {
    return 0
  }
}

function pick<T>(values: readonly T[]): T {
  return values[Math.floor(Math.random() * values.length)] as T
}

/** False without TLS, because crypto.randomUUID is missing, and without storage; then the visit is not counted. */
function canCount(): boolean {
  try {
    return 'randomUUID' in crypto && localStorage !== null && sessionStorage !== null
  } catch {
    return false
  }
}
