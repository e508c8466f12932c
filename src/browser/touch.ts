import type { ClientDirective } from 'astro'

const EVENTS = ['pointerdown', 'touchstart', 'focusin']
/** While React is fetched, a press of the button is tried again this often, in milliseconds, and so many times. */
const RETRY_MS = 100
const TRIES_MAX = 20

/** `client:touch`: hydrates an island when a visitor first presses or focuses something in it, so that React is fetched for them alone. */
const touch: ClientDirective = (load, _options, island) => {
  let tries = 0
  const hydrate = async () => {
    for (const event of EVENTS) island.removeEventListener(event, hydrate)
    await (await load())()
  }
  for (const event of EVENTS) island.addEventListener(event, hydrate, { passive: true })
  // An incomplete form whose button is pressed first: its own summary is shown in place of the browser's bubble.
  const wait = (event: Event) => {
    if (tries === TRIES_MAX) return
    event.preventDefault()
    if (event.target !== island.querySelector(':invalid:not(fieldset, form)')) return
    tries += 1
    setTimeout(() => island.querySelector<HTMLElement>('[type=submit]')?.click(), RETRY_MS)
  }
  island.addEventListener('invalid', wait, true)
  // The focus may have come before this script.
  if (island.contains(document.activeElement)) hydrate()
}

export default touch
