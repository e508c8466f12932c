import { dayInParis } from '../../forms/calendar.ts'

/** Moves events that have ended since the build to the past ones. */
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

/** Opens the calendar if the URL links to it, in browsers with popovers. */
function openLinked() {
  if (location.hash === '#calendrier') calendar?.showPopover?.()
}
openLinked()
addEventListener('hashchange', openLinked)

/** Returns a copy of the month that contains only this event. */
function fold(event: HTMLElement, month: HTMLElement | null): Node {
  const copy = month?.cloneNode(true) as HTMLElement
  copy.querySelector('ul')?.replaceChildren(event)
  return copy
}
