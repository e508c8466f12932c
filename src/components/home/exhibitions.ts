import { dayInParis } from '../../forms/calendar.ts'

/** The page knows the day it was built on; the browser knows today, and folds away what has ended since. */
const calendar = document.querySelector<HTMLElement>('#calendrier')
const past = calendar?.querySelector<HTMLElement>('[data-past]')
const coming = calendar?.querySelector<HTMLElement>('[data-coming]')
const empty = calendar?.querySelector<HTMLElement>('[data-empty]')
if (past && coming && empty) {
  const today = dayInParis(new Date())
  for (const event of [...coming.querySelectorAll<HTMLElement>('[data-end]')]) {
    if ((event.dataset.end ?? '') >= today) continue
    const month = event.closest('section')
    past.hidden = false
    past.querySelector('summary')?.after(fold(event, month))
    if (!month?.querySelector('[data-end]')) month?.remove()
  }
  coming.hidden = coming.querySelector('[data-end]') === null
  empty.hidden = !coming.hidden
}

/** A link to the calendar opens it, where the browser knows popovers. */
function openLinked() {
  if (location.hash === '#calendrier') calendar?.showPopover?.()
}
openLinked()
addEventListener('hashchange', openLinked)

/** A month of its own for one event that has ended. */
function fold(event: HTMLElement, month: HTMLElement | null): Node {
  const copy = month?.cloneNode(true) as HTMLElement
  copy.querySelector('ul')?.replaceChildren(event)
  return copy
}
