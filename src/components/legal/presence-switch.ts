import { REFUSAL_MONTHS } from '../../storage.ts'
import { isRefused, refuse } from '../islands/session.ts'

const NOT_COUNTED = `Vos visites ne sont pas comptées. Ce choix est retenu ${REFUSAL_MONTHS} mois, dans ce navigateur seulement.`
const COUNTED = 'Vos visites de l’accueil sont comptées.'
const IMPOSSIBLE = 'Votre navigateur ne garde rien de ce site\u00A0: vos visites ne sont pas comptées.'
const NOT_KEPT = 'Votre navigateur n’a pas pu garder ce choix\u00A0: sa mémoire pour ce site est pleine.'

const element = document.getElementById('presence-switch')
if (element) prepare(element)

function prepare(element: HTMLElement): void {
  const label = element.querySelector('label') as HTMLElement
  const box = element.querySelector('input') as HTMLInputElement
  const status = element.querySelector('[role=status]') as HTMLElement
  const show = () => {
    box.checked = isRefused(localStorage, Date.now())
    status.textContent = box.checked ? NOT_COUNTED : COUNTED
  }
  try {
    show()
    label.hidden = false
  } catch {
    status.textContent = IMPOSSIBLE
    return
  }
  box.addEventListener('change', () => {
    try {
      refuse(localStorage, Date.now(), box.checked)
      show()
    } catch {
      box.checked = !box.checked
      status.textContent = NOT_KEPT
    }
  })
}
