/** The seam, from the left edge of the picture to the right one: height in per cent at equal distances. */
const SEAM = [57.5, 60.5, 63.2, 63.5, 61, 54.5, 47, 38.5, 29]

const models = document.querySelector<HTMLElement>('#modeles')
const pull = models?.querySelector<HTMLInputElement>('.pull')
const picture = models?.querySelector<HTMLImageElement>('.models-edge img')
if (models && pull && picture) {
  const said: string[] = JSON.parse(models.dataset.said ?? '[]')
  const set = (name: string, value: string) => models.style.setProperty(name, value)

  /** Draws the cord up to the needle, and lays the needle on the seam. */
  const draw = () => {
    const drawn = Number(pull.value) / 100
    const { clientWidth: width, clientHeight: height } = pull
    // object-fit: cover shows the middle of the picture, and so does its crop for phones.
    const ratio = Number(picture.getAttribute('width')) / Number(picture.getAttribute('height'))
    const whole = Math.max(width, height * ratio)
    const high = whole / ratio
    const at = (part: number) => {
      const place = Math.min(Math.max(part, 0), 1) * (SEAM.length - 1)
      const [from = 0, to = from] = SEAM.slice(Math.floor(place))
      return ((from + (to - from) * (place % 1)) / 100) * high - (high - height) / 2
    }
    const part = (drawn * width + (whole - width) / 2) / whole
    const slope = Math.atan2(at(part + 0.04) - at(part - 0.04), 0.08 * whole)
    set('--drawn', `${100 * drawn}%`)
    set('--seam', `${at(part)}px`)
    set('--turn', `${slope}rad`)
    models.dataset.shown = drawn < 0.5 ? 'second' : 'first'
    pull.setAttribute('aria-valuetext', said[drawn < 0.05 ? 0 : drawn > 0.95 ? 2 : 1] ?? '')
  }
  pull.addEventListener('input', draw)
  new ResizeObserver(draw).observe(pull)
}
