import { type MouseEvent, type PointerEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { trackers } from '../../browser/storage.ts'
import { POPUP_CLOSE_MS, POPUP_DELAY_MS } from '../../browser/timings.ts'
import { interfaceWords } from '../../copy/words/words.ts'
import { waitlist } from '../../forms/waitlist.ts'
import { Form, type FormContext } from './Form.tsx'
import type { Answer } from './send.ts'
import { unbroken } from './unbroken.tsx'

interface Props extends FormContext {
  /** Slot: the mark of the house. */
  mark?: ReactNode
  /** Slot: what the dialog is called. */
  heading?: ReactNode
  /** Slot: the privacy notice under the form. */
  notice?: ReactNode
  /** Slot: what to do where the series is ready; takes the place of the form. */
  actions?: ReactNode
  /** The text above the form. */
  children?: ReactNode
}

const { navigation: says } = interfaceWords

/** While something else has the visitor's attention, how long until it is asked again, in milliseconds. */
const RETRY_MS = 500
const SEEN = trackers.popup.key

/** The waitlist as a dialog, once a browsing session; after a success its message stays at the foot of the page. */
export function WaitlistPopup({ mark, heading, notice, actions, children, ...context }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const pressedOutside = useRef(false)
  const [stored, setStored] = useState<Answer>()
  const [note, setNote] = useState<Answer>()

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const open = () => {
      if (isSeen()) return
      if (isBusy()) {
        timer = setTimeout(open, RETRY_MS)
        return
      }
      dialog.current?.showModal()
      title.current?.focus()
    }
    const start = () => {
      timer = setTimeout(open, POPUP_DELAY_MS - sinceLoad())
    }
    if (document.readyState === 'complete') start()
    else addEventListener('load', start, { once: true })
    return () => {
      removeEventListener('load', start)
      clearTimeout(timer)
    }
  }, [])

  useLayoutEffect(() => {
    if (!stored || !dialog.current?.open) return
    // On a phone the message may be below the edge.
    dialog.current.querySelector('.form-success')?.scrollIntoView({ block: 'nearest' })
    // A longer message asks for a last step: it stays until the visitor has read it.
    if (stored.message !== waitlist.success) return
    const timer = setTimeout(() => dialog.current?.close(), POPUP_CLOSE_MS)
    return () => clearTimeout(timer)
  }, [stored])

  function answered(answer: Answer) {
    if (answer.kind === 'stored') {
      setStored(answer)
      markSeen()
    }
    // Closed while it was being sent.
    if (!dialog.current?.open) setNote(answer)
  }

  function closed() {
    markSeen()
    if (stored) setNote(stored)
  }

  // A press that begins inside, such as a selection of text, and ends outside closes nothing.
  function pressed({ clientX, clientY, currentTarget }: PointerEvent) {
    const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
    pressedOutside.current = clientX < left || clientX > right || clientY < top || clientY > bottom
  }

  function clicked({ target, currentTarget }: MouseEvent<HTMLDialogElement>) {
    if (target === currentTarget && pressedOutside.current) currentTarget.close()
    // Whoever follows the invitation leaves without closing, and need not be invited again.
    if (target instanceof Element && target.closest('.actions a')) markSeen()
  }

  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes a dialog with Esc, which the browser does by itself */}
      <dialog
        ref={dialog}
        id="popup"
        className="popup"
        aria-labelledby="popup-title"
        onPointerDown={pressed}
        onClick={clicked}
        onClose={closed}
      >
        <div className="popup-letter stack">
          <button className="popup-close" type="button" onClick={() => dialog.current?.close()}>
            {says.fermer}
          </button>
          {mark}
          <h2 ref={title} id="popup-title" tabIndex={-1}>
            {heading}
          </h2>
          <div>{children}</div>
          {actions ?? <Form name="waitlist" id="popup" notice={notice} {...context} onAnswer={answered} />}
        </div>
      </dialog>
      <div className={`joined no-print${note && note.kind !== 'stored' ? ' joined-failed' : ''}`}>
        <p role="status">{note && unbroken([note.message, ...Object.values(note.errors)].join(' '))}</p>
        {note && (
          <button type="button" onClick={() => setNote(undefined)}>
            {says.fermer}
          </button>
        )}
      </div>
    </>
  )
}

/** Milliseconds since the load event of the page: the island may come to life long after it. */
function sinceLoad(): number {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.loadEventEnd ? performance.now() - navigation.loadEventEnd : 0
}

/** A visitor who fills a form, reads the menu or another panel, or still sees the splash is not interrupted. */
function isBusy(): boolean {
  return (
    document.activeElement?.closest('form') != null ||
    document.querySelector('form[aria-busy=true], dialog[open], .splash #splash, .toggle[aria-expanded=true]') !==
      null ||
    // A browser without popovers takes the selector for an error.
    ('popover' in HTMLElement.prototype && document.querySelector(':popover-open') !== null)
  )
}

/** True too for somebody who has just joined by the form in the page, and where the browser keeps nothing. */
function isSeen(): boolean {
  try {
    return sessionStorage.getItem(SEEN) !== null || document.querySelector('.form-waitlist .form-success') !== null
  } catch {
    return true
  }
}

function markSeen(): void {
  try {
    sessionStorage.setItem(SEEN, '1')
  } catch {
    // Nothing is kept: the popup does not open either.
  }
}
