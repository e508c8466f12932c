/** What a figure is held against. */
export interface Target {
  limit: number
  is: 'at most' | 'at least'
}

export type Unit = 'kB' | 'ms' | 's' | '/s' | 'MB' | 'of' | 'score' | 'shift'

/** One figure of the bench: a line of its table. */
export interface Line {
  /** What was measured: a route, a server. */
  part: string
  what: string
  unit: Unit
  /** One value a run; NaN where a run could not give one. */
  values: number[]
  target?: Target | undefined
  /** What the figure is made of, by kind; of the first run. */
  detail?: Record<string, number>
  /** How it came about. */
  note?: string | undefined
}

/** Gives the middle value, or the mean of the two in the middle; NaN when there is none or a run gave none. */
export function median(values: readonly number[]): number {
  if (values.some(Number.isNaN)) return Number.NaN
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.ceil((sorted.length - 1) / 2)]]
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2
}

/** Holds the median of a line against its target; undefined without a target. A missing value meets none. */
export function isMet({ values, target }: Line): boolean | undefined {
  if (!target) return undefined
  return target.is === 'at most' ? median(values) <= target.limit : median(values) >= target.limit
}
