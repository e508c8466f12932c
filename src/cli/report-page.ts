import { escapeHtml } from '../copy/markdown/escape-html.ts'
import { typographic } from '../copy/markdown/typography.ts'
import type { Field } from '../forms/fields.ts'
import type { Form } from '../forms/form.ts'
import { counted } from '../server/counted.ts'
import { lastWeeks } from '../server/leads/statistics.ts'
import { longTimeInParis } from '../server/paris-time.ts'

/** Figures of one form in the report. */
export interface FormReport {
  form: Form
  /** Number of submissions by the Monday of their week, AAAA-MM-JJ. */
  weeks: ReadonlyMap<string, number>
  /** Number of submissions by option, for each field with options. */
  choices: { field: Field; counts: ReadonlyMap<string, number> }[]
}

const WEEKS = 26

const STYLE = `
:root { color-scheme: light; font: 16px/1.5 system-ui, sans-serif; color: #3b2416; background: #fbf7ef }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h1, h2 { font-weight: 600; line-height: 1.2 }
section { border-top: 1px solid #d9c9b0; padding-block: 1rem }
table { table-layout: fixed; width: 100%; margin-block: 1rem; border-collapse: collapse; font-size: .9rem }
caption { text-align: start; margin-bottom: .5rem }
tr { break-inside: avoid }
th { width: 40%; padding-inline-end: 1rem; font-weight: 400; text-align: start }
td:first-of-type { width: 4rem }
i { display: block; height: .9em; background: #7a5638; print-color-adjust: exact; -webkit-print-color-adjust: exact }
@media print { :root { background: #fff } body { margin: 0 } }
`

/** Returns the report as one self-contained HTML page, with counts only and no personal data. */
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
  const title = form.deskTitle
  if (total === 0) return `<section>\n<h2>${text(title)}</h2>\n<p>Aucun envoi.</p>\n</section>\n`
  const answers = choices.map(({ field, counts }) =>
    chart(
      field.label,
      Object.entries(field.options ?? {}).map(([value, label]) => ({ label, value: counts.get(value) ?? 0 })),
    ),
  )
  return `<section>
<h2>${text(title)}</h2>
<p>${text(`${counted(total, 'envoi')} en tout.`)}</p>
${chart(`Envois par semaine, ${WEEKS} dernières semaines`, lastWeeks(weeks, now, WEEKS))}
${answers.join('\n')}
</section>
`
}

/** Returns a bar chart as a table, which screen readers can read. A bar's width is relative to the largest value. */
function chart(caption: string, points: readonly { label: string; value: number }[]): string {
  const longest = Math.max(1, ...points.map(({ value }) => value))
  const rows = points.map(({ label, value }) => {
    const bar = `<i style="width:${Math.round((100 * value) / longest)}%"></i>`
    return `<tr><th scope="row">${text(label)}</th><td>${value}</td><td>${bar}</td></tr>`
  })
  return `<table><caption>${text(caption)}</caption>${rows.join('')}</table>`
}

function text(words: string): string {
  return escapeHtml(typographic(words))
}
