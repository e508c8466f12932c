import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { bars, columns } from '../../src/cli/plots.ts'
import { forms } from '../../src/forms/index.ts'
import { plain } from './desk.ts'
import { freshOffice, office } from './office.ts'

freshOffice()

/** Writes the report on a day. Gives the HTML by section, in the order of the forms; first what stands above them. */
const report = async (day: string) => {
  office.now = new Date(`${day}T10:00:00.000Z`)
  const file = office.file('rapport.html')
  await office.run('report', [file])
  expect(office.noted.at(-1)).toBe(`Le rapport est dans ${file}.`)
  return plain(readFileSync(file, 'utf8')).split('<section>')
}
const descriptions = (html = '') => [...html.matchAll(/<desc>([^<]*)<\/desc>/g)].map(([, words = '']) => words)

it('asks for a file', async () => {
  await expect(office.run('report')).rejects.toThrow('Indiquez le fichier à écrire.')
})

it('is one page that asks nothing of anyone and names nobody', async () => {
  for (const name of ['contact', 'partnership', 'ambassador', 'newsletter'] as const) office.submit(name)
  const html = (await report('2026-11-22')).join()
  expect(html).toContain('<p>Rapport du 22 novembre 2026 à 11:00:00 (heure de Paris). Sans les envois suspects.</p>')
  expect(html.match(/<svg /g)?.length, 'charts').toBeGreaterThan(3)
  expect(html).toContain('Moyenne')
  expect(html).not.toMatch(/https?:|src=|href=|<script|@exemple|Léa|Camille/)
})

it('counts the submissions of the last half year by the Mondays of their weeks, the current one last', async () => {
  // The second of these is a Sunday, the third the Monday after it; what is older than the chart counts in the total.
  for (const day of ['2026-05-31', '2026-11-15', '2026-11-16', '2026-11-22'])
    office.submit('newsletter', { email: `${day}@exemple.fr` }, { day })
  office.submit('newsletter', { email: 'robot@exemple.fr' }, { day: '2026-11-17', suspectedSpam: true })
  const sections = await report('2026-11-22')
  const letter = sections.find((section) => section.includes('Lettre d’information')) ?? ''
  expect(letter).toContain('<p>4 envois en tout.</p>')
  expect(letter).toContain('<figcaption>Envois par semaine, 26 dernières semaines</figcaption>')
  expect(letter).toContain('<title>Lettre d’information, par semaine</title>')
  const weeks = (descriptions(letter)[0] ?? '').split(', ')
  expect(weeks, 'weeks of the chart').toHaveLength(26)
  expect([weeks[0], weeks[24], weeks[25]]).toEqual(['25/05 : 1', '09/11 : 1', '16/11 : 2'])
  const monday = (await report('2026-11-23')).find((section) => section.includes('Lettre d’information'))
  expect((descriptions(monday)[0] ?? '').split(', ').slice(-2)).toEqual(['16/11 : 2', '23/11 : 0'])
  const empty = sections.filter((section) => section.includes('<p>Aucun envoi.</p>'))
  expect(empty, 'forms that nobody sent').toHaveLength(6)
})

it('counts the answers of each list, those that nobody chose too', async () => {
  for (const [n, subject] of ['commande', 'retour', 'commande'].entries())
    office.submit('contact', { subject, message: `n° ${n}` })
  office.submit('contact', { subject: 'retour', message: 'Robot' }, { suspectedSpam: true })
  const contact = (await report('2020-01-07')).find((section) => section.includes('<p>3 envois en tout.</p>'))
  const [, answers = ''] = descriptions(contact)
  const counts: Record<string, number> = { commande: 2, retour: 1 }
  const labels = Object.entries(forms.contact.fields.subject?.options ?? {})
  expect(answers).toBe(labels.map(([value, label]) => `${plain(label)} : ${counts[value] ?? 0}`).join(', '))
  expect(contact).toContain('2 (67 %)')
  expect(contact?.match(/<figure>/g), 'charts of one form').toHaveLength(2)
})

it('draws columns as high as their share of the highest, a figure on each that counts something, every fourth named', () => {
  const plot = columns(
    'Par <semaine>',
    [4, 0, 2, 1, 1, 1].map((value, i) => ({ label: `s${i}`, value })),
  )
  expect(plot).toContain('<svg viewBox="0 0 720 180" role="img"><title>Par &#60;semaine&#62;</title><desc>s0 : 4')
  expect(
    [...plot.matchAll(/<rect x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)"/g)].map(([, ...at]) => at.map(Number)),
  ).toEqual([
    [2, 20, 116, 140],
    [122, 160, 116, 0],
    [242, 90, 116, 70],
    [362, 125, 116, 35],
    [482, 125, 116, 35],
    [602, 125, 116, 35],
  ])
  expect(
    [...plot.matchAll(/<text x="(\d+)" y="(\d+)" text-anchor="(\w+)">(\w+)</g)].map(([, ...text]) => text.join(' ')),
  ).toEqual([
    '60 16 middle 4',
    '180 176 middle s1',
    '300 86 middle 2',
    '420 121 middle 1',
    '540 121 middle 1',
    '660 121 middle 1',
    '720 176 end s5',
  ])
  expect(plot).toContain('<path d="M0 160.5H720"/></svg>')
  expect(columns('Rien', [{ label: 'a', value: 0 }])).toContain('height="0"')
})

it('draws bars as long as their share of the longest, with count and share of the sum, escaped', () => {
  const plot = bars('Réponses', [
    { label: 'Oui & non <b>', value: 3 },
    { label: 'Autre', value: 1 },
  ])
  expect(plot).toContain('viewBox="0 0 720 52"')
  expect(plot).toContain(
    '<text x="322" y="17" text-anchor="end">Oui &#38; non &#60;b&#62;</text><rect x="330" y="4" width="280" height="18"/>',
  )
  expect(plot).toContain('<text x="618" y="17">3 (75\u00A0%)</text>')
  expect(plot).toContain('<rect x="330" y="30" width="93" height="18"/><text x="431" y="43">1 (25\u00A0%)</text>')
  expect(bars('Rien', [{ label: 'a', value: 0 }])).toContain('width="0" height="18"/><text x="338" y="17">0 (0\u00A0%)')
})
