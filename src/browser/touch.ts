import type { ClientDirective } from 'astro'

/** The last one comes from a script of the page, for an island that moves by itself. */
const EVENTS = ['pointerdown', 'touchstart', 'focusin', 'needed']
/** Until React is loaded, a press of the button is repeated at this interval (ms), up to TRIES_MAX times. */
const RETRY_MS = 100
const TRIES_MAX = 20

/** `client:touch`: hydrates an island when it is first needed, so that other visitors load no React. */
const touch: ClientDirective = (load, _options, island) => {
  let tries = 0
  const hydrate = async () => {
    for (const event of EVENTS) island.removeEventListener(event, hydrate)
    await (await load())()
  }
  for (const event of EVENTS) island.addEventListener(event, hydrate, { passive: true })
  // If the button of an incomplete form is pressed before hydration, suppresses the browser's bubble and presses
  // again, so that the form shows its own error summary.
  const wait = (event: Event) => {
    if (tries === TRIES_MAX) return
    event.preventDefault()
    if (event.target !== island.querySelector(':invalid:not(fieldset, form)')) return
    tries += 1
    setTimeout(() => island.querySelector<HTMLElement>('[type=submit]')?.click(), RETRY_MS)
  }
  island.addEventListener('invalid', wait, true)
}

export default touch
