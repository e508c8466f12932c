import { SPLASH_MS } from '../../browser/timings.ts'

/** With less time left, the mark stays where it is. In milliseconds. */
const STITCHING_MS = 1500

const box = document.querySelector<HTMLElement>('[data-laurel]')
const picture = box?.querySelector('img')
const root = document.documentElement
if (picture && root.classList.contains('splash'))
  picture.decode().then(
    () => stitchOn(picture),
    () => {},
  )

/** Stitches the mark of the splash where the pad has its own. */
function stitchOn(picture: HTMLImageElement) {
  if (performance.now() > SPLASH_MS - STITCHING_MS) return
  const [x = 0, y = 0, size = 0] = box?.dataset.laurel?.split(' ').map(Number) ?? []
  const { left, top, width, height } = picture.getBoundingClientRect()
  const ratio = picture.naturalWidth / picture.naturalHeight
  const whole = Math.max(width, height * ratio)
  // object-fit: cover crops what is beyond, at the place that the style names in per cent.
  const [across = 50, down = 50] = getComputedStyle(picture).objectPosition.split(' ').map(Number.parseFloat)
  const middle = [
    left + ((width - whole) * across) / 100 + x * whole,
    top + ((height - whole / ratio) * down) / 100 + (y * whole) / ratio,
  ] as const
  // Out of sight in a low window, or after a jump into the page.
  if (middle[1] < 0 || middle[1] > innerHeight) return
  const mark = document.querySelector('.splash-body .mark')?.getBoundingClientRect()
  if (!mark) return
  const moved = {
    x: `${middle[0] - mark.left - mark.width / 2}px`,
    y: `${middle[1] - mark.top - mark.height / 2}px`,
    scale: `${(size * whole) / mark.width}`,
  }
  for (const [name, value] of Object.entries(moved)) root.style.setProperty(`--mark-${name}`, value)
  root.classList.add('placed')
}
