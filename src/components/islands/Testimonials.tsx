import { type FocusEvent, type PointerEvent, type ReactNode, useEffect, useState } from 'react'
import { TESTIMONIALS_MS, TESTIMONIALS_SHOWN } from '../../browser/timings.ts'
import { interfaceWords } from '../../copy/words/words.ts'
import { Quotation, type Testimonial } from './Quotation.tsx'

interface Props {
  testimonials: readonly Testimonial[]
  /** Slot above the quotations. */
  head?: ReactNode
  /** Slot below the quotations. */
  note?: ReactNode
}

const { avis: phrases } = interfaceWords

/** Testimonials, all in the HTML; once hydrated, they rotate three at a time. */
export function Testimonials({ testimonials, head, note }: Props) {
  const sets = inSets(testimonials)
  const [rotating, setRotating] = useState(false)
  const [shown, setShown] = useState(0)
  const [stopped, setStopped] = useState(false)
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  // After «Reprendre», hover and focus of the button do not pause the rotation.
  const [resumed, setResumed] = useState(false)
  const paused = !rotating || stopped || (!resumed && (hovered || focused))

  const step = (by: number) => setShown((last) => (last + by + sets.length) % sets.length)

  useEffect(() => {
    setRotating(sets.length > 1)
    setStopped(matchMedia('(prefers-reduced-motion: reduce)').matches)
  }, [sets.length])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new set restarts the timer, also one chosen by hand
  useEffect(() => {
    if (paused) return
    const timer = setInterval(() => {
      if (!document.hidden) step(1)
    }, TESTIMONIALS_MS)
    return () => clearInterval(timer)
  }, [paused, shown])

  function pauseOrResume() {
    setStopped(!stopped)
    setResumed(stopped)
  }

  function entered({ pointerType }: PointerEvent) {
    // Touch is ignored: a finger never leaves, so the rotation would stop for good.
    setHovered(pointerType !== 'touch')
  }

  function left() {
    setHovered(false)
    setResumed(false)
  }

  function blurred({ currentTarget, relatedTarget }: FocusEvent) {
    if (currentTarget.contains(relatedTarget)) return
    setFocused(false)
    setResumed(false)
  }

  return (
    <section
      id="avis"
      className="testimonials section"
      aria-labelledby="avis-title"
      onPointerEnter={entered}
      onPointerLeave={left}
      onFocus={() => setFocused(true)}
      onBlur={blurred}
    >
      <div className="grid">
        <header className="testimonials-head">
          {head}
          {sets.length > 1 && (
            <fieldset className="testimonials-controls no-print" hidden={!rotating}>
              <legend className="visually-hidden">{phrases.defilement}</legend>
              <button type="button" aria-label={phrases.precedents} onClick={() => step(-1)}>
                <Arrow path="M15 8H1M7 2L1 8l6 6" />
              </button>
              <button type="button" onClick={pauseOrResume}>
                {stopped ? phrases.reprendre : phrases.pause}
              </button>
              <button type="button" aria-label={phrases.suivants} onClick={() => step(1)}>
                <Arrow path="M1 8h14M9 2l6 6-6 6" />
              </button>
            </fieldset>
          )}
        </header>
        <div className={`testimonials-sets${rotating ? ' testimonials-rotating' : ''}`}>
          {sets.map((set, index) => (
            <ul key={set[0]?.text} className={`testimonials-set${index === shown ? ' testimonials-shown' : ''}`}>
              {set.map((testimonial) => (
                <li key={testimonial.text}>
                  <Quotation testimonial={testimonial} />
                </li>
              ))}
            </ul>
          ))}
        </div>
        {note}
      </div>
    </section>
  )
}

/** Drawn, because the fonts have no arrows. */
function Arrow({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <path d={path} fill="none" stroke="currentColor" strokeWidth="1.25" />
    </svg>
  )
}

function inSets(testimonials: readonly Testimonial[]): Testimonial[][] {
  return Array.from({ length: Math.ceil(testimonials.length / TESTIMONIALS_SHOWN) }, (_, index) =>
    testimonials.slice(index * TESTIMONIALS_SHOWN, (index + 1) * TESTIMONIALS_SHOWN),
  )
}
