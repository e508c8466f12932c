import type { ClientDirective } from 'astro'
import { WAKE } from './wake.ts'

const EVENTS = ['pointerdown', 'focusin', 'touchstart', WAKE] as const

/**
 * Hydrates an island at the first touch, click or focus inside it, so that React is fetched by those who use it alone.
 * What is typed meanwhile stays: inputs are uncontrolled.
 */
const touch: ClientDirective = (load, _options, element) => {
  const wake = async () => {
    for (const event of EVENTS) element.removeEventListener(event, wake)
    const hydrate = await load()
    await hydrate()
  }
  for (const event of EVENTS) element.addEventListener(event, wake, { passive: true })
}

export default touch
