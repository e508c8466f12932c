import { isMet, type Line, median, type Unit } from './line.ts'

const DIGITS: Record<Unit, number> = { kB: 1, ms: 0, s: 1, '/s': 0, MB: 0, of: 2, score: 0, shift: 3 }
const HEAD = ['figure', '', 'target', 'measured', 'spread', 'met', 'note']
const MET = { true: 'yes', false: 'NO', undefined: '' }

/** One table of all lines, its columns aligned. */
export function table(lines: readonly Line[]): string {
  const rows = [HEAD, ...lines.map(row)]
  const widths = HEAD.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)))
  return rows
    .map((cells) =>
      cells
        .map((cell, n) => cell.padEnd(widths[n] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function row(line: Line): string[] {
  const { part, what, unit, values, target, detail, note } = line
  const given = values.filter((value) => !Number.isNaN(value))
  const spread = given.length > 1 ? `${number(Math.min(...given), unit)}–${number(Math.max(...given), unit)}` : ''
  const measured = median(values)
  const kinds = Object.entries(detail ?? {}).map(([kind, value]) => `${kind} ${number(value, unit)}`)
  return [
    part,
    what,
    target ? `${target.is === 'at most' ? '≤' : '≥'} ${target.limit}${suffix(unit)}` : '',
    Number.isNaN(measured) ? '–' : number(measured, unit) + suffix(unit),
    spread,
    MET[`${isMet(line)}`],
    [kinds.join(' + '), note].filter(Boolean).join('; '),
  ]
}

/** Milliseconds are whole, but for those that are parts of one. */
const number = (value: number, unit: Unit) => value.toFixed(unit === 'ms' && value > 0 && value < 1 ? 2 : DIGITS[unit])

const suffix = (unit: Unit) => (unit === 'of' || unit === 'score' || unit === 'shift' ? '' : ` ${unit}`)
