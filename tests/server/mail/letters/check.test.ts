import { describe, expect, it } from 'vitest'
import { typesetLetter } from '../../../../src/server/mail/letters/typeset.ts'
import { LETTER, PLAIN_LETTER } from '../../../support/letter.ts'
import { plain } from '../../../support/plain.ts'

const [TEXT, PLAIN] = [LETTER.text, PLAIN_LETTER.text]

const check = (text: string, subject = LETTER.subject) =>
  typesetLetter({ subject, text }, 'https://hera.example', 'tests/fixtures/site')
/** Returns the findings for a letter with one replacement; without a picture if possible, because that is faster. */
const said = async (from: string | RegExp, to: string) => {
  const letter = PLAIN.replace(from, to) === PLAIN ? TEXT : PLAIN
  const { findings } = await check(letter.replace(from, to))
  return findings.map(({ line, what, mend }) => plain(`${line} ${what} ${mend}`))
}

describe('the text of a letter', () => {
  it('is typeset with facts, absolute URLs and described pictures, and tracks no opening or following', async () => {
    const { findings, subject, text, html } = await check(TEXT)
    expect(findings, 'findings').toEqual([])
    expect(subject).toBe('Le printemps à l’atelier')
    expect(plain(text)).toContain(
      'Le nid d’abeille de Hera est **revenu** : lisez [les questions](https://hera.example/faq#livraison).',
    )
    expect(text).toContain('https://hera.example/desinscription/')
    expect(text).toMatch(/^Tapis crème plié$/m)
    expect(html).toContain('<strong>revenu</strong>')
    expect(html).toMatch(/<h2 [^>]*>Ce qui se prépare<\/h2>/)
    expect(html).toContain('un tapis\u202F;')
    expect(html).toContain('prefers-color-scheme:dark')
    expect(html.match(/<img /g), 'pictures of a letter that shows one').toHaveLength(1)
    expect(html).toMatch(/<img src="data:image\/jpeg;base64,[^"]+" alt="Tapis crème plié"/)
    expect(html).not.toMatch(/url\(|<link|<script/)
    for (const [, href] of html.matchAll(/href="([^"]*)"/g))
      expect(href).toMatch(/^https:\/\/hera\.example\/(faq|desinscription)/)
    const foreign = await check(TEXT.replace('(elegance)', '(https://ailleurs.example/x.gif)'))
    expect(foreign.html, 'a picture of another site, in a preview').not.toContain('ailleurs')
  })
})

it.each<[string, string | RegExp, string, RegExp]>([
  ['has no text', /Bonjour.*/s, '', /^\d la lettre n’a pas de texte/],
  ['calls an unknown name', '{{ nom }}', '{{ non }}', /^3 « {{ non }} » n’existe pas/],
  ['has a dead link', '(/faq#livraison)', '(/fac)', /^3 le lien « \/fac » mène .* « \/faq »/],
  ['names a place that is not on the page', '#livraison', '#livrason', /^3 la page \/faq .* « livraison »/],
  [
    'shows a picture of another site',
    '(elegance)',
    '(https://ailleurs.example/x.gif)',
    /^5 l’image .* n’est pas une image du site/,
  ],
  ['has HTML', 'Bonjour,', '<b>Bonjour</b>', /^1 tous les programmes/],
  ['shows too many pictures', '![Tapis crème plié](elegance)', '![](elegance) '.repeat(4), /^1 la lettre montre 4/],
])('a letter is rejected if it %s', async (_, from, to, says) => {
  expect(await said(from, to)).toEqual(expect.arrayContaining([expect.stringMatching(says)]))
})

it('a letter without a subject, or with a long one, is rejected', async () => {
  const lines = async (subject: string) => (await check(PLAIN, subject)).findings.map(({ line }) => line)
  expect([await lines(' '), await lines('x'.repeat(121)), await lines('x'.repeat(120))]).toEqual([[0], [0], []])
})

it.each([
  ['left out', ''],
  ['named without a link', '{{ desinscription }}'],
])('the unsubscribe link is added to a letter if its line was %s', async (_, line) => {
  const { findings, text } = await check(PLAIN.replace('[Me désinscrire]({{ desinscription }})', line))
  expect([findings, text]).toEqual([
    [],
    expect.stringContaining('[Me désinscrire](https://hera.example/desinscription/'),
  ])
})
