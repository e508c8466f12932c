import { type MouseEvent, type PointerEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { trackers } from '../../browser/storage.ts'
import { POPUP_CLOSE_MS, POPUP_DELAY_MS } from '../../browser/timings.ts'
import { interfaceWords } from '../../copy/words/words.ts'
import { waitlist } from '../../forms/waitlist.ts'
import { Form, type FormContext } from './Form.tsx'
import type { Answer } from './send.ts'

/** The slots of the dialog besides the context of its form. */
interface Props extends FormContext {
  mark?: ReactNode
  heading?: ReactNode
  notice?: ReactNode
  /** Replace the form when the series is available. */
  actions?: ReactNode
  children?: ReactNode
}

const { navigation: phrases } = interfaceWords

/** Delay before the next try while the visitor is busy, in milliseconds. */
const RETRY_MS = 500
const SEEN = trackers.popup.key

/** The waitlist form as a dialog, once per browser session; its message then stays at the bottom of the page. */
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
    // The field and its button are gone, and the focus with them.
    title.current?.focus()
    // Any other message asks for one more step, so the dialog stays open until the visitor closes it.
    if (stored.message !== waitlist.success) return
    const timer = setTimeout(() => dialog.current?.close(), POPUP_CLOSE_MS)
    return () => clearTimeout(timer)
  }, [stored])

  function answered(answer: Answer) {
    if (answer.kind === 'stored') {
      setStored(answer)
      markSeen()
    }
    // The dialog was closed during the request.
    if (!dialog.current?.open) setNote(answer)
  }

  function closed() {
    markSeen()
    if (stored) setNote(stored)
  }

  // Remembers where a press starts: a text selection that ends outside must not close the dialog.
  function pressed({ clientX, clientY, currentTarget }: PointerEvent) {
    const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
    pressedOutside.current = clientX < left || clientX > right || clientY < top || clientY > bottom
  }

  function clicked({ target, currentTarget }: MouseEvent<HTMLDialogElement>) {
    if (target === currentTarget && pressedOutside.current) currentTarget.close()
    // A visitor who follows the link leaves without closing the dialog, but has seen it.
    if (target instanceof Element && target.closest('.actions a')) markSeen()
  }

  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the browser itself closes a dialog on Esc */}
      <dialog
        ref={dialog}
        id="popup"
        className={`popup${stored ? ' popup-done' : ''}`}
        aria-labelledby="popup-title"
        onPointerDown={pressed}
        onClick={clicked}
        onClose={closed}
      >
        <div className="popup-letter stack">
          <button className="popup-close" type="button" onClick={() => dialog.current?.close()}>
            {phrases.fermer}
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
        <p role="status">{note && [note.message, ...Object.values('errors' in note ? note.errors : {})].join(' ')}</p>
        {note && (
          <button type="button" onClick={() => setNote(undefined)}>
            {phrases.fermer}
          </button>
        )}
      </div>
    </>
  )
}

/** Returns the milliseconds since the load event, because hydration may start long after it. */
function sinceLoad(): number {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.loadEventEnd ? performance.now() - navigation.loadEventEnd : 0
}

/** True while the visitor sees the form of the list, uses a form, the menu or another panel, or sees the splash screen. */
function isBusy(): boolean {
  const { top = 0, bottom = 0 } = document.querySelector('#liste-attente form')?.getBoundingClientRect() ?? {}
  return (
    (top < innerHeight && bottom > 0) ||
    document.activeElement?.closest('form') != null ||
    document.querySelector('form[aria-busy=true], dialog[open], .splash #splash, .toggle[aria-expanded=true]') !==
      null ||
    // Browsers without popovers throw on this selector.
    ('popover' in HTMLElement.prototype && document.querySelector(':popover-open') !== null)
  )
}

/** Also true after a sign-up with the form on the page, and without storage. */
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
    // Without storage the popup does not open.
  }
}
