import { trackers } from '../../storage.ts'
import { POPUP_CLOSE_MS, POPUP_DELAY_MS } from '../../timings.ts'
import type { IslandEvent } from '../islands.ts'

/** While something else has the visitor's attention, how long until it is asked again, in milliseconds. */
const RETRY_MS = 500
const SEEN = trackers.popup.key

const dialog = document.querySelector<HTMLDialogElement>('#popup')
const joined = document.querySelector<HTMLElement>('[data-joined]')
if (dialog && joined) prepare(dialog, joined)

function prepare(dialog: HTMLDialogElement, joined: HTMLElement): void {
  const note = joined.querySelector('p') as HTMLElement
  const dismiss = joined.querySelector('button') as HTMLElement
  let stored = false
  let pressedOutside = false

  const open = () => {
    if (isSeen()) return
    if (isBusy()) {
      setTimeout(open, RETRY_MS)
      return
    }
    dialog.showModal()
    dialog.querySelector('h2')?.focus()
    dialog.querySelector('[data-island]')?.dispatchEvent(new Event('hera:wake' satisfies IslandEvent))
  }

  dialog.querySelector('[data-close]')?.addEventListener('click', () => dialog.close())
  // A press that begins inside, such as a selection of text, and ends outside closes nothing.
  dialog.addEventListener('pointerdown', ({ clientX, clientY }) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect()
    pressedOutside = clientX < left || clientX > right || clientY < top || clientY > bottom
  })
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog && pressedOutside) dialog.close()
  })
  const say = (text = '') => {
    note.textContent = text
    joined.classList.toggle('failed', !stored)
    dismiss.hidden = false
  }
  const sayJoined = () => say(joined.dataset.joined)
  /** Once React has written what it was told of. */
  const afterWriting = (act: () => void) => requestAnimationFrame(() => requestAnimationFrame(act))
  dialog.addEventListener('close', () => {
    markSeen()
    if (stored) sayJoined()
  })
  dismiss.addEventListener('click', () => joined.replaceChildren())
  dialog.addEventListener('hera:stored' satisfies IslandEvent, () => {
    stored = true
    markSeen()
    // Closed while it was being sent.
    if (!dialog.open) return sayJoined()
    // On a phone the message may be below the edge.
    afterWriting(() => dialog.querySelector('.form-success')?.scrollIntoView({ block: 'nearest' }))
    setTimeout(() => dialog.close(), POPUP_CLOSE_MS)
  })
  dialog.addEventListener('hera:failed' satisfies IslandEvent, () => {
    if (!dialog.open)
      afterWriting(() => say(dialog.querySelector(':is(.form-error, .form-summary)')?.textContent ?? ''))
  })

  const start = () => setTimeout(open, POPUP_DELAY_MS)
  if (document.readyState === 'complete') start()
  else addEventListener('load', start, { once: true })
}

/** A visitor who fills a form, reads the menu or another panel, or still sees the splash is not interrupted. */
function isBusy(): boolean {
  const splash = document.querySelector('.splash #splash')
  return (
    document.activeElement?.closest('form') != null ||
    document.querySelector('form[aria-busy=true]') !== null ||
    document.querySelector(':popover-open, dialog[open]') !== null ||
    splash?.checkVisibility({ visibilityProperty: true }) === true
  )
}

/** True too for who has just joined by the form in the page, and where the browser keeps nothing. */
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
