/**
 * Events between an island and what it lies in: it is to come to life before it is touched; its form is stored, or is not.
 * Names only, so that two scripts that use them share no file.
 */
export type IslandEvent = 'hera:wake' | 'hera:stored' | 'hera:failed'

const EVENTS = ['pointerdown', 'focusin', 'touchstart', 'hera:wake' satisfies IslandEvent]

for (const island of document.querySelectorAll<HTMLElement>('[data-island]')) prepare(island)

/**
 * Hydrates an island at the first touch, click or focus inside it, so that React is fetched by those who use it alone.
 * What is typed meanwhile stays: inputs are uncontrolled.
 */
function prepare(island: HTMLElement): void {
  const wake = async () => {
    for (const event of EVENTS) island.removeEventListener(event, wake)
    const { hydrate } = await import('./forms/hydrate.tsx')
    const tell = (event: IslandEvent) => island.dispatchEvent(new Event(event, { bubbles: true }))
    hydrate(island, (stored) => tell(stored ? 'hera:stored' : 'hera:failed'))
  }
  for (const event of EVENTS) island.addEventListener(event, wake, { passive: true })
  // Touched while this script was on its way.
  if (island.contains(document.activeElement)) wake()
}
