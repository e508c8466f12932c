import { dayInParis } from '../../forms/calendar.ts'

// Takes away events that have ended since the build.
const coming = document.querySelector<HTMLElement>('[data-coming]')
const empty = document.querySelector<HTMLElement>('[data-empty]')
if (coming && empty) {
  const today = dayInParis(new Date())
  for (const event of coming.querySelectorAll<HTMLElement>('[data-end]')) {
    if ((event.dataset.end ?? '') >= today) continue
    const month = event.closest('section')
    event.remove()
    if (!month?.querySelector('[data-end]')) month?.remove()
  }
  coming.hidden = coming.querySelector('[data-end]') === null
  empty.hidden = !coming.hidden
}
