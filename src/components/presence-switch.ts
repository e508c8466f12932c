import { REFUSAL_MONTHS } from '../storage.ts'
import { isRefused, refuse } from './home/session.ts'

const NOT_COUNTED = `Vous n’êtes pas compté. Ce choix est retenu ${REFUSAL_MONTHS} mois, dans ce navigateur seulement.`
const COUNTED = 'Vos visites de l’accueil sont comptées.'
const IMPOSSIBLE = 'Votre navigateur ne garde rien de ce site : vous n’êtes pas compté.'

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
    box.addEventListener('change', () => {
      refuse(localStorage, Date.now(), box.checked)
      show()
    })
  } catch {
    status.textContent = IMPOSSIBLE
  }
}
