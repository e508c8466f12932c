import type { ClientDirective } from 'astro'

const EVENTS = ['pointerdown', 'touchstart', 'focusin']

/** `client:touch`: hydrates an island when a visitor first presses or focuses something in it, so that React is fetched for them alone. */
const touch: ClientDirective = (load, _options, island) => {
  const hydrate = async () => {
    for (const event of EVENTS) island.removeEventListener(event, hydrate)
    await (await load())()
  }
  for (const event of EVENTS) island.addEventListener(event, hydrate, { passive: true })
  // The focus may have come before this script.
  if (island.contains(document.activeElement)) hydrate()
}

export default touch
