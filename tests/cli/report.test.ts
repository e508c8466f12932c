import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { forms } from '../../src/forms/index.ts'
import { plain } from '../plain.ts'
import { operator, setUpOperator } from './operator.ts'

setUpOperator()

/** Writes the report on a day. Returns its HTML in sections: the head, then one per form in order. */
const report = async (day: string) => {
  operator.now = new Date(`${day}T10:00:00.000Z`)
  const file = operator.file('rapport.html')
  await operator.run('report', [file])
  expect(operator.noted.at(-1)).toBe(`Le rapport est dans ${file}.`)
  return plain(readFileSync(file, 'utf8')).split('<section>')
}
/** Returns the rows of each chart of a section as «label : figure, width of the bar». */
const charts = (html = '') =>
  html
    .split('<table>')
    .slice(1)
    .map((table) =>
      [...table.matchAll(/<th scope="row">([^<]*)<\/th><td>(\d+)<\/td><td><i style="width:(\d+)%">/g)].map(
        ([, label, value, width]) => `${label} : ${value}, ${width} %`,
      ),
    )

it('hera report writes one page without links, resources or personal data to the required file', async () => {
  await expect(operator.run('report')).rejects.toThrow('Indiquez le fichier à écrire.')
  for (const name of ['contact', 'partnership', 'ambassador', 'newsletter'] as const) operator.submit(name)
  const html = (await report('2026-11-22')).join()
  expect(html).toContain('<p>Rapport du 22 novembre 2026 à 11:00:00 (heure de Paris). Sans les envois suspects.</p>')
  expect(charts(html).length, 'charts').toBeGreaterThan(3)
  expect(html).toContain('Moyenne')
  expect(html, 'bars that browsers print').toMatch(/^i \{[^}]* background: [^}]* print-color-adjust: exact[; ]/m)
  expect(html).not.toMatch(/https?:|src=|href=|<script|@exemple|Léa|Camille/)
})

it('hera report counts the submissions of the last 26 weeks by their Monday, the current week last', async () => {
  // The second day is a Sunday, the third the Monday after it; the first is the Sunday of the oldest week.
  for (const day of ['2026-05-31', '2026-11-15', '2026-11-16', '2026-11-22'])
    operator.submit('newsletter', { email: `${day}@exemple.fr` }, { day })
  operator.submit('newsletter', { email: 'robot@exemple.fr' }, { day: '2026-11-17', suspectedSpam: true })
  const sections = await report('2026-11-22')
  const letter = sections.find((section) => section.includes('Lettre d’information')) ?? ''
  expect(letter).toContain('<p>4 envois en tout.</p>')
  expect(letter).toContain('<caption>Envois par semaine, 26 dernières semaines</caption>')
  const weeks = charts(letter)[0] ?? []
  expect(weeks, 'weeks of the chart').toHaveLength(26)
  expect([weeks[0], weeks[24], weeks[25]]).toEqual(['25/05 : 1, 50 %', '09/11 : 1, 50 %', '16/11 : 2, 100 %'])
  const monday = (await report('2026-11-23')).find((section) => section.includes('Lettre d’information'))
  expect(charts(monday)[0]?.slice(-2)).toEqual(['16/11 : 2, 100 %', '23/11 : 0, 0 %'])
  const empty = sections.filter((section) => section.includes('<p>Aucun envoi.</p>'))
  expect(empty, 'forms without submissions').toHaveLength(6)
})

it('hera report counts the answers to each choice, including those with zero', async () => {
  for (const [n, subject] of ['commande', 'retour', 'commande'].entries())
    operator.submit('contact', { subject, message: `n° ${n}` })
  operator.submit('contact', { subject: 'retour', message: 'Robot' }, { suspectedSpam: true })
  const contact = (await report('2020-01-07')).find((section) => section.includes('<p>3 envois en tout.</p>'))
  const counts: Record<string, string> = { commande: '2, 100 %', retour: '1, 50 %' }
  const labels = Object.entries(forms.contact.fields.subject?.options ?? {})
  expect(charts(contact), 'charts of one form').toHaveLength(2)
  expect(charts(contact)[1]).toEqual(labels.map(([value, label]) => `${plain(label)} : ${counts[value] ?? '0, 0 %'}`))
})
