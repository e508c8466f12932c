import { escapeHtml } from '../copy/markdown/escape-html.ts'
import { typographic } from '../copy/markdown/typography.ts'
import type { Field } from '../forms/fields.ts'
import type { Form } from '../forms/form.ts'
import { counted } from '../server/counted.ts'
import { lastWeeks } from '../server/leads/statistics.ts'
import { longTimeInParis } from '../server/paris-time.ts'
import { bars, columns } from './plots.ts'

/** What the report shows of one form. */
export interface FormReport {
  form: Form
  /** Number of submissions by the Monday of their week, AAAA-MM-JJ. */
  weeks: ReadonlyMap<string, number>
  /** Number of submissions by option, for each field that is a choice. */
  choices: { field: Field; counts: ReadonlyMap<string, number> }[]
}

/** Number of weeks shown; the last one is the current week. */
const WEEKS = 26

const STYLE = `
:root { color-scheme: light; font: 16px/1.5 system-ui, sans-serif; color: #3b2416; background: #fbf7ef }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h1, h2 { font-weight: 600; line-height: 1.2 }
section { border-top: 1px solid #d9c9b0; padding-block: 1rem }
figure { margin: 1rem 0; break-inside: avoid }
figcaption { font-size: .9rem; margin-bottom: .5rem }
svg { width: 100%; height: auto; display: block }
svg text { font: 12px system-ui, sans-serif; fill: #3b2416 }
svg rect { fill: #7a5638 }
svg path { stroke: #d9c9b0 }
@media print { :root { background: #fff } body { margin: 0 } svg rect { print-color-adjust: exact; -webkit-print-color-adjust: exact } }
`

/** The report as one HTML page that loads nothing else. It holds counts only, no personal data. */
export function reportPage(reports: readonly FormReport[], now: Date): string {
  const sections = reports.map((report) => section(report, now)).join('')
  return `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Hera – rapport</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Les demandes du site</h1>
<p>${text(`Rapport du ${longTimeInParis(now.toISOString())} (heure de Paris). Sans les envois suspects.`)}</p>
${sections}</body>
</html>
`
}

function section({ form, weeks, choices }: FormReport, now: Date): string {
  const total = [...weeks.values()].reduce((sum, count) => sum + count, 0)
  const title = form.houseTitle
  if (total === 0) return `<section>\n<h2>${text(title)}</h2>\n<p>Aucun envoi.</p>\n</section>\n`
  const points = lastWeeks(weeks, now, WEEKS)
  const plots = choices.map(({ field, counts }) => {
    const answers = Object.entries(field.options ?? {}).map(([value, label]) => ({
      label,
      value: counts.get(value) ?? 0,
    }))
    return figure(field.label, bars(field.label, answers))
  })
  return `<section>
<h2>${text(title)}</h2>
<p>${text(`${counted(total, 'envoi')} en tout.`)}</p>
${figure(`Envois par semaine, ${WEEKS} dernières semaines`, columns(`${title}, par semaine`, points))}
${plots.join('')}
</section>
`
}

function figure(caption: string, plot: string): string {
  return `<figure><figcaption>${text(caption)}</figcaption>${plot}</figure>`
}

/** A text with French typography, escaped for HTML. */
function text(words: string): string {
  return escapeHtml(typographic(words))
}
