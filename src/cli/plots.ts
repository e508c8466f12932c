import { escapeHtml } from '../copy/markdown/escape-html.ts'

/** One column or bar of a chart. */
interface Point {
  label: string
  value: number
}

const WIDTH = 720
const COLUMN_HEIGHT = 140
const LABEL_HEIGHT = 20
/** Only every fourth column has a label below it, so that labels do not overlap. */
const LABEL_EVERY = 4
const BAR_HEIGHT = 26
const BAR_LABEL_WIDTH = 330

/** A column chart as SVG. Its description holds the figures, for screen readers (WCAG 1.1.1). */
export function columns(title: string, points: readonly Point[]): string {
  const top = Math.max(1, ...points.map(({ value }) => value))
  const step = WIDTH / points.length
  const drawn = points.map(({ label, value }, i) => {
    const height = Math.round((value / top) * COLUMN_HEIGHT)
    const x = Math.round(i * step)
    const middle = Math.round(x + step / 2)
    const y = LABEL_HEIGHT + COLUMN_HEIGHT - height
    const bar = `<rect x="${x + 2}" y="${y}" width="${Math.round(step) - 4}" height="${height}"/>`
    const figure = value > 0 ? `<text x="${middle}" y="${y - 4}" text-anchor="middle">${value}</text>` : ''
    const end = i === points.length - 1
    const below = `<text x="${end ? WIDTH : middle}" y="${COLUMN_HEIGHT + 2 * LABEL_HEIGHT - 4}" text-anchor="${end ? 'end' : 'middle'}">${label}</text>`
    return bar + figure + ((points.length - 1 - i) % LABEL_EVERY === 0 ? below : '')
  })
  const ground = `<path d="M0 ${COLUMN_HEIGHT + LABEL_HEIGHT}.5H${WIDTH}"/>`
  return svg(title, points, COLUMN_HEIGHT + 2 * LABEL_HEIGHT, drawn.join('') + ground)
}

/** A bar chart as SVG, with label, count and share of each bar. Its description holds the figures. */
export function bars(title: string, points: readonly Point[]): string {
  const sum = points.reduce((total, { value }) => total + value, 0)
  const top = Math.max(1, ...points.map(({ value }) => value))
  const room = WIDTH - BAR_LABEL_WIDTH - 110
  const drawn = points.map(({ label, value }, i) => {
    const y = i * BAR_HEIGHT
    const width = Math.round((value / top) * room)
    const share = sum > 0 ? Math.round((100 * value) / sum) : 0
    return (
      `<text x="${BAR_LABEL_WIDTH - 8}" y="${y + 17}" text-anchor="end">${escapeHtml(label)}</text>` +
      `<rect x="${BAR_LABEL_WIDTH}" y="${y + 4}" width="${width}" height="${BAR_HEIGHT - 8}"/>` +
      `<text x="${BAR_LABEL_WIDTH + width + 8}" y="${y + 17}">${value} (${share}\u00A0%)</text>`
    )
  })
  return svg(title, points, points.length * BAR_HEIGHT, drawn.join(''))
}

function svg(title: string, points: readonly Point[], height: number, content: string): string {
  const words = points.map(({ label, value }) => `${label} : ${value}`).join(', ')
  return `<svg viewBox="0 0 ${WIDTH} ${height}" role="img"><title>${escapeHtml(title)}</title><desc>${escapeHtml(words)}</desc>${content}</svg>`
}
