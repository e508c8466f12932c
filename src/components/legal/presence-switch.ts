import { isRefused, refuse } from '../islands/session.ts'

const element = document.getElementById('presence-switch')
if (element) prepare(element)

function prepare(element: HTMLElement): void {
  const label = element.querySelector('label') as HTMLElement
  const box = element.querySelector('input') as HTMLInputElement
  const status = element.querySelector('[role=status]') as HTMLElement
  // The texts are data attributes, so that this script stays small.
  const { refused = '', counted = '', impossible = '', full = '' } = element.dataset
  const show = () => {
    box.checked = isRefused(localStorage, Date.now())
    status.textContent = box.checked ? refused : counted
  }
  try {
    show()
    label.hidden = false
  } catch {
    status.textContent = impossible
    return
  }
  box.addEventListener('change', () => {
    try {
      refuse(localStorage, Date.now(), box.checked)
      show()
    } catch {
      box.checked = !box.checked
      status.textContent = full
    }
  })
}
