import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { withPictures } from '../../../../src/server/mail/letters/letters.ts'
import { typesetLetter } from '../../../../src/server/mail/letters/typeset.ts'
import { plain } from '../../../plain.ts'
import { LETTER, PLAIN_LETTER } from './letter.ts'

/** Typesets a letter, with its pictures inlined. @param folder contains the letter's own pictures */
const check = async (text: string, folder?: string) => {
  const draft = folder === undefined ? { text } : { text, folder }
  const { pictures, ...letter } = await typesetLetter(draft, 'https://hera.example', 'tests/fixtures/site')
  return { ...letter, html: withPictures(letter.html, pictures) }
}
/** Returns the findings for a letter with one replacement; without a picture if possible, because that is faster. */
const said = async (from: string | RegExp, to: string) => {
  const letter = PLAIN_LETTER.replace(from, to) === PLAIN_LETTER ? LETTER : PLAIN_LETTER
  const { findings } = await check(letter.replace(from, to))
  return findings.map(({ line, what, mend }) => plain(`${line} ${what} ${mend}`))
}

describe('the text of a letter', () => {
  it('is typeset with facts filled in and absolute URLs, in HTML and plain text', async () => {
    const { findings, subject, text, html } = await check(LETTER)
    expect(findings, 'findings').toEqual([])
    expect(subject).toBe('Le printemps à l’atelier')
    expect(plain(text)).toContain(
      'Le nid d’abeille de Hera est revenu : lisez les questions <https://hera.example/faq#livraison>.',
    )
    expect(plain(text)).toContain('[Tapis crème plié]')
    expect(plain(text)).toContain('– un tapis ;\n– son bonnet.')
    expect(text).toContain('https://hera.example/desinscription/')
    expect(html).toContain('<strong>revenu</strong>')
    expect(html).toMatch(/<h2 [^>]*>Ce qui se prépare<\/h2>/)
    expect(html).toContain('un tapis\u202F;')
    expect(html).toContain('prefers-color-scheme:dark')
  })

  it('contains its pictures with descriptions, and no tracking of opened messages or followed links', async () => {
    const { html } = await check(LETTER)
    expect(html).toMatch(/<img src="data:image\/jpeg;base64,[^"]+" alt="Tapis crème plié"/)
    expect(html).not.toMatch(/<img(?![^>]*src="data:)|url\(|<link|<script/)
    for (const [, href] of html.matchAll(/href="([^"]*)"/g))
      expect(href).toMatch(/^https:\/\/hera\.example\/(faq|desinscription)/)
  })

  it('rejects placeholders named like properties of every object', async () => {
    for (const name of ['constructor', '__proto__', 'toString'])
      expect(await said('Le nid d’abeille', `{{ ${name} }}`), name).toContainEqual(
        expect.stringContaining(`« {{ ${name} }} » n’existe pas`),
      )
  })

  it.each([
    ['3,000 quotations within each other', `${'>'.repeat(3000)} mot`],
    ['as many list items', `${'- '.repeat(3000)}mot`],
    ['20,000 asterisks', `${'*'.repeat(10_000)}mot${'*'.repeat(10_000)}`],
  ])('with %s gets one finding, and the rest of it is not checked', async (_, text) => {
    const { findings, html } = await check(PLAIN_LETTER.replace('Bonjour,', text))
    expect(findings.map(({ what }) => plain(what))).toEqual([expect.stringContaining('emboîte trop')])
    expect(html).toContain('</html>')
  })

  it('may contain a bold word in a link in a list in a quotation', async () => {
    const { findings } = await check(PLAIN_LETTER.replace('Bonjour,', '> - un\n>   - [**mot** et *mot*](/faq)'))
    expect(findings.map(({ what }) => plain(what))).not.toContainEqual(expect.stringContaining('emboîte'))
  })

  it('that shows one picture 1,500 times is rejected without loading it as often', async () => {
    const { findings, html } = await check(LETTER.replace('Bonjour,', '![Un tapis](elegance)\n\n'.repeat(1500)))
    expect(findings.map(({ what }) => plain(what))).toContainEqual(expect.stringMatching(/montre 150\d images/))
    expect(html.length).toBeLessThan(500_000)
    const { findings: none } = await check(LETTER.replace('Bonjour,', '![Un tapis](elegance)\n\n'.repeat(15)))
    expect(none, 'findings of a letter that shows it fifteen times').toEqual([])
  })

  it('uses the description of pictures.yaml if the text has none', async () => {
    const { html, findings } = await check(LETTER.replace('![Tapis crème plié]', '![]'))
    expect(findings, 'findings').toEqual([])
    expect(html).toMatch(/alt="[^"]{20,}"/)
  })

  it('inlines a photo from its folder, resized and without metadata', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hera-letter-'))
    const photo = sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#c9a876' } })
    await photo
      .withExif({ IFD0: { Artist: 'Moi' } })
      .jpeg()
      .toFile(join(folder, 'le stand.jpg'))
    writeFileSync(join(folder, 'note.jpg'), 'du texte')
    const checkWith = (picture: string) => check(LETTER.replace('![Tapis crème plié](elegance)', picture), folder)
    const { html, findings } = await checkWith('![Notre stand à Lyon](le%20stand.jpg)')
    expect(findings, 'findings').toEqual([])
    const [, base64 = ''] = /<img src="data:image\/jpeg;base64,([^"]+)" alt="Notre stand à Lyon"/.exec(html) ?? []
    const jpeg = Buffer.from(base64, 'base64')
    expect(await sharp(jpeg).metadata()).toMatchObject({ width: 1072, format: 'jpeg' })
    expect(['Artist', 'Moi'].filter((word) => jpeg.includes(word))).toEqual([])
    const wrong = async (picture: string) => (await checkWith(picture)).findings[0]?.what
    expect(await wrong('![](le%20stand.jpg)')).toContain('n’a pas de description')
    expect(await wrong('![Note](note.jpg)')).toContain('ne s’ouvre pas')
    expect(await wrong('![Stand](autre.jpg)')).toContain('n’est pas une image du site')
    rmSync(folder, { recursive: true })
  })

  it('shows the default picture if it has none of its own', async () => {
    const { html, text } = await check(PLAIN_LETTER)
    expect(html.match(/<img src="data:image\/jpeg;base64,/g), 'pictures of a letter that shows none').toHaveLength(1)
    expect(html).toMatch(/alt="Coin d’un tapis crème/)
    expect(text).not.toContain('Coin d’un tapis')
    expect((await check(LETTER)).html.match(/<img /g), 'pictures of a letter that shows one').toHaveLength(1)
  })

  it('escapes HTML', async () => {
    const { html } = await check(LETTER.replace('Bonjour,', 'Bonjour \\<b>Léa\\</b> & Éole,'))
    expect(html).toContain('&#60;b&#62;Léa&#60;/b&#62; &#38; Éole')
  })
})

describe('a letter is rejected if it', () => {
  it.each<[string, string | RegExp, string, RegExp]>([
    ['has no subject', /^objet: .*$/m, 'titre: Printemps', /^1 la lettre n’a pas d’objet/],
    ['has no head', /^---\nobjet.*\n---\n/, '', /^1 la lettre n’a pas d’objet/],
    ['has no text', /Bonjour.*/s, '', /^\d la lettre n’a pas de texte/],
    ['calls an unknown name', '{{ nom }}', '{{ non }}', /^7 « {{ non }} » n’existe pas/],
    ['calls a value that is not known yet', '{{ nom }}', '{{ siren }}', /^7 « {{ siren }} » n’a pas encore de valeur/],
    ['has a dead link', '(/faq#livraison)', '(/fac)', /^7 le lien « \/fac » mène .* « \/faq »/],
    ['has a dead link with the address of the site', '(/faq', '(https://hera.example/fac', /^7 le lien « .*\/fac/],
    ['names a place that is not on the page', '#livraison', '#livrason', /^7 la page \/faq .* « livraison »/],
    ['has an invalid link', '(/faq#livraison)', '(faq)', /^7 le lien « faq » n’est ni/],
    ['calls a name with a brace too few', '{{ nom }}', '{{ nom }', /^7 « .* » n’appelle aucune valeur/],
    [
      'shows a picture of another site',
      '(elegance)',
      '(https://ailleurs.example/x.gif)',
      /^9 l’image .* n’est pas une image du site/,
    ],
    ['shows an unknown picture', '(elegance)', '(inconnue)', /^9 l’image « inconnue »/],
    ['has HTML', 'Bonjour,', '<b>Bonjour</b>', /^5 tous les programmes/],
    ['has a table', 'Bonjour,', '| a | b |\n|---|---|\n| c | d |', /^5 tous les programmes/],
    [
      'carries too many pictures',
      '![Tapis crème plié](elegance)',
      ['craft-quilting', 'grand-sport', 'elegance'].map((name) => `![](${name})`).join('\n\n'),
      /^1 les images de la lettre pèsent \d+ ko/,
    ],
    ['is too long for mail programs', 'Bonjour,', 'Bonjour. '.repeat(6000), /^1 la lettre pèse \d+ ko/],
  ])('%s', async (_, from, to, says) => {
    expect(await said(from, to)).toEqual(expect.arrayContaining([expect.stringMatching(says)]))
  })
})

describe('the text of a letter is corrected:', () => {
  const mended = async (from: string, to: string) => {
    const { findings, source, html, text } = await check(PLAIN_LETTER.replace(from, to))
    expect(findings, 'findings').toEqual([])
    return { source, html, text }
  }

  it('what a paste or a keyboard brings', async () => {
    const { text } = await mended('À bientôt.', `C'est prêt... "bientôt",\u200B oui - non : https://exemple.fr/a--b`)
    expect(plain(text)).toContain('C’est prêt… « bientôt », oui – non : https://exemple.fr/a--b')
  })

  it.each([
    ['left out', ''],
    ['named without a link', '{{ desinscription }}'],
  ])('the unsubscribe link is added if its line was %s', async (_, line) => {
    const { text } = await mended('[Me désinscrire]({{ desinscription }})', line)
    expect(text).toContain('Me désinscrire <https://hera.example/desinscription/')
  })

  it('the unsubscribe link is not repeated if the text has it, and a second correction changes nothing', async () => {
    const { source, text } = await mended('Bonjour,', "L'atelier écrit,")
    expect(text.match(/Me désinscrire/g)).toEqual(['Me désinscrire'])
    expect((await check(source)).source).toBe(source)
  })

  it('line breaks of the signature are kept', async () => {
    const { html, text } = await mended('À bientôt.', 'À bientôt,\nLéa\nHera')
    expect(html).toMatch(/À bientôt,<br>\s*Léa<br>\s*Hera/)
    expect(text).toContain('À bientôt,\nLéa\nHera')
  })
})
