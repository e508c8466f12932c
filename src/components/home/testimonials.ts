import { TESTIMONIALS_MS } from '../../timings.ts'

const section = document.querySelector<HTMLElement>('[data-testimonials]')
const controls = section?.querySelector<HTMLElement>('fieldset')
if (section && controls) rotate(section, controls)

/** Shows one set at a time and the next one after a while, unless something says to wait. */
function rotate(section: HTMLElement, controls: HTMLElement): void {
  const sets = [...section.querySelectorAll('.set')]
  const pause = controls.querySelector('[data-pause]') as HTMLElement
  let shown = 0
  let stopped = matchMedia('(prefers-reduced-motion: reduce)').matches
  let hovered = false
  let focused = false
  // Whoever presses «Reprendre» is still on the button: that is no reason to wait.
  let resumed = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const wait = () => {
    clearTimeout(timer)
    if (stopped || document.hidden || (!resumed && (hovered || focused))) return
    timer = setTimeout(() => step(1), TESTIMONIALS_MS)
  }
  const step = (by: number) => {
    sets[shown]?.classList.remove('shown')
    shown = (shown + by + sets.length) % sets.length
    sets[shown]?.classList.add('shown')
    wait()
  }
  const stop = (value: boolean) => {
    stopped = value
    resumed = !value
    pause.textContent = value ? 'Reprendre' : 'Pause'
    wait()
  }
  const hover = (value: boolean) => {
    hovered = value
    resumed &&= value
    wait()
  }

  pause.addEventListener('click', () => stop(!stopped))
  for (const button of controls.querySelectorAll<HTMLElement>('[data-step]'))
    button.addEventListener('click', () => step(Number(button.dataset.step)))
  // A finger does not hover; it would stop the rotation for good.
  section.addEventListener('pointerenter', ({ pointerType }) => hover(pointerType !== 'touch'))
  section.addEventListener('pointerleave', () => hover(false))
  section.addEventListener('focusin', () => {
    focused = true
    wait()
  })
  section.addEventListener('focusout', ({ relatedTarget }) => {
    focused = section.contains(relatedTarget as Node | null)
    resumed &&= focused
    wait()
  })
  document.addEventListener('visibilitychange', wait)

  section.querySelector('.sets')?.classList.add('rotating')
  controls.hidden = false
  stop(stopped)
  resumed = false
}
