import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
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

/** The waitlist form as a dialog, once per browser session; its success then stays at the bottom of the page. */
export function WaitlistPopup({ mark, heading, notice, actions, children, ...context }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const [stored, setStored] = useState<Answer>()
  /** Shown once the dialog is closed, because 2 s are too short for many to read it (WCAG 2.2.1). */
  const [note, setNote] = useState('')

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const open = () => {
      if (isSeen()) return
      dialog.current?.showModal()
      title.current?.focus()
    }
    const start = () => {
      timer = setTimeout(() => whenFree(open), POPUP_DELAY_MS - sinceLoad())
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
    } else if (!dialog.current?.open) {
      // It was closed during the request, and the address is not stored.
      whenFree(() => dialog.current?.showModal())
    }
    if (answer.kind === 'stored' && !dialog.current?.open) setNote(answer.message)
  }

  function closed() {
    markSeen()
    if (stored) setNote(stored.message)
  }

  return (
    <>
      <dialog
        ref={dialog}
        id="popup"
        className={`popup${stored ? ' popup-done' : ''}`}
        aria-labelledby="popup-title"
        closedby="any"
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
      <div className="joined no-print">
        <p role="status">{note}</p>
        {note && (
          <button type="button" onClick={() => setNote('')}>
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

/** Acts once the visitor uses no form, menu or other panel. */
function whenFree(act: () => void): void {
  if (isBusy()) setTimeout(() => whenFree(act), RETRY_MS)
  else act()
}

/** True while the visitor uses a form, the menu or another panel. */
function isBusy(): boolean {
  return (
    document.activeElement?.closest('form') != null ||
    document.querySelector('form[aria-busy=true], .toggle[aria-expanded=true]') !== null ||
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
