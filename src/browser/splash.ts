/**
 * Shows the splash on the first page of a browsing session; an animation of Splash.astro ends it without a script.
 * Self-contained, because head.ts sends its source.
 * @param key sessionStorage key, set on the first page of the session
 * @param splashMs duration from the start of the navigation, so the loading time counts
 * @param fadeMs duration of the fade-out
 */
export function decideSplash(key: string, splashMs: number, fadeMs: number): void {
  const root = document.documentElement
  const start = performance.now()
  let rest = splashMs - start
  try {
    const seen = sessionStorage.getItem(key)
    sessionStorage.setItem(key, '1')
    const inside = document.referrer.startsWith(`${location.origin}/`)
    if (seen || inside || rest <= 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return
  } catch {
    return
  }
  const wait = () => {
    root.style.setProperty('--splash', `${rest}ms`)
  }
  root.style.setProperty('--fade-in', `${fadeMs}ms`)
  wait()
  root.classList.add('splash')
  // Otherwise the animation starts at its first frame, up to a second later on a slow phone.
  const align = () => {
    const splash = document.getElementById('splash')
    if (!splash) requestAnimationFrame(align)
    for (const animation of splash?.getAnimations({ subtree: true }) ?? []) {
      if (/leave|yield|hush/.test((animation as CSSAnimation).animationName)) animation.startTime = start
    }
  }
  requestAnimationFrame(align)
  const skip = () => {
    // The fade-out starts now: the delay becomes the time that has passed.
    rest = Math.min(rest, performance.now() - start)
    wait()
  }
  const gestures = ['pointerdown', 'click', 'keydown', 'wheel', 'touchmove', ...(location.hash ? [] : ['scroll'])]
  for (const gesture of gestures) addEventListener(gesture, skip, { once: true, passive: true })
  addEventListener('animationend', ({ animationName }) => {
    if (animationName === 'splash-yield') root.classList.remove('splash')
  })
}
