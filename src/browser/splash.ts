import { minifySync } from 'vite'
import { trackers } from './storage.ts'
import { FADE_IN_MS, SPLASH_MS } from './timings.ts'

/**
 * Runs in the head of every page, before anything is painted. Shows the splash on the first page of a browsing session;
 * its end is an animation of Splash.astro, which needs no script. Stands alone: it is sent as text.
 * @param key of the tab's memory: this session has seen the splash
 * @param splashMs from the start of the navigation: what the line has taken already is not waited for again
 * @param fadeMs how long the cover fades after that
 */
function decide(key: string, splashMs: number, fadeMs: number): void {
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
    root.style.cssText = `--splash:${rest}ms;--fade-in:${fadeMs}ms`
  }
  wait()
  root.classList.add('splash')
  // An animation counts from its first frame, which comes a second later on a slow phone: this one from here.
  const align = () => {
    const splash = document.getElementById('splash')
    if (!splash) requestAnimationFrame(align)
    for (const animation of splash?.getAnimations() ?? []) animation.startTime = start
  }
  requestAnimationFrame(align)
  const skip = () => {
    // The cover has stood so long: it fades from here.
    rest = Math.min(rest, performance.now() - start)
    wait()
  }
  const gestures = ['pointerdown', 'click', 'keydown', 'wheel', 'touchmove', ...(location.hash ? [] : ['scroll'])]
  for (const gesture of gestures) addEventListener(gesture, skip, { once: true, passive: true })
  addEventListener('animationend', ({ animationName }) => {
    if (animationName === 'splash-yield') root.classList.remove('splash')
  })
}

const given = [trackers.splash.key, SPLASH_MS, FADE_IN_MS].map((value) => JSON.stringify(value))

/** The script as it stands in the head; it blocks nothing but itself, and its hash is part of the CSP. */
export const splashScript = minifySync('splash.js', `(${decide})(${given})`).code
