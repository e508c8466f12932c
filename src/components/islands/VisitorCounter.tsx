import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { trackers } from '../../browser/storage.ts'
import { COUNTER_ANIMATION_MS, COUNTER_STEPS } from '../../browser/timings.ts'
import { interfaceWords } from '../../copy/words/words.ts'
import { onAnswer, otherVisits } from './other-visits.ts'

const { compteur: phrases } = interfaceWords

const HIDDEN = trackers.hidden.key

/** Number of other current visits: not announced, covers no text, absent without JavaScript, hidden at 0. */
export function VisitorCounter() {
  const count = useSyncExternalStore(onAnswer, otherVisits, () => 0)
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
