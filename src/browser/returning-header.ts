/** Marks the header while somebody scrolls up: in a wide window CSS lets it come back then. */

/** Pixels of scrolling that are not a change of mind. */
const JITTER = 6

const header = document.querySelector('.header')
let before = 0
addEventListener(
  'scroll',
  () => {
    if (Math.abs(scrollY - before) < JITTER) return
    header?.classList.toggle('returned', scrollY < before && scrollY > header.clientHeight)
    before = scrollY
  },
  { passive: true },
)
