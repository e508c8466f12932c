/** A measured figure with its limit: one row of the table. */
export interface Figure {
  what: string
  /** One value per run; the table shows their median. Empty if not measured. */
  values: number[]
  unit: '/s' | '×' | 'MB' | 'kB' | 's' | 'ms' | 'points' | 'shift'
  limit?: { atMost: number } | { atLeast: number }
  note?: string | undefined
}

const DIGITS: Record<Figure['unit'], number> = { '/s': 0, '×': 2, MB: 0, kB: 1, s: 1, ms: 0, points: 0, shift: 3 }
const HEAD = ['figure', 'measured', 'runs', 'target', 'met', 'note']

/** Returns the median; NaN if there are no values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2
}

/** Returns the worst item; undefined if there are none. @param badness is higher for worse items */
export function worstOf<T>(items: readonly T[], badness: (item: T) => number): T | undefined {
  return items.toSorted((a, b) => badness(b) - badness(a))[0]
}

/** Formats figures in aligned columns. */
export function table(figures: readonly Figure[]): string {
  const rows = [HEAD, ...figures.map(row)]
  const widths = HEAD.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)))
  const pad = (cells: string[]) => cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')
  return rows.map((cells) => pad(cells).trimEnd()).join('\n')
}

/** Measures a figure once, and again while its median is not within the limit, at most so many times. */
export async function measureUntilMet(
  figure: Omit<Figure, 'values'>,
  runs: number,
  measure: () => Promise<number>,
): Promise<Figure> {
  const measured: Figure = { ...figure, values: [] }
  do measured.values.push(await measure())
  while (measured.values.length < runs && !isMet(measured))
  return measured
}

/** True if the median is within the limit, or there is none. */
export function isMet({ values, limit }: Figure): boolean {
  if (!limit) return true
  return 'atMost' in limit ? median(values) <= limit.atMost : median(values) >= limit.atLeast
}

function row(figure: Figure): string[] {
  const { what, values, unit, limit, note = '' } = figure
  const show = (value: number) => `${value.toFixed(DIGITS[unit])} ${unit}`
  const value = median(values)
  const measured = Number.isNaN(value) ? 'not measured' : show(value)
  const runs = String(values.length)
  if (!limit) return [what, measured, runs, '', '', note]
  const target = 'atMost' in limit ? `≤ ${limit.atMost}` : `≥ ${limit.atLeast}`
  return [what, measured, runs, `${target} ${unit}`, isMet(figure) ? 'yes' : 'NO', note]
}
