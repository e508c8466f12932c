import { markdownToMdast } from 'satteri'
import { expect, it } from 'vitest'
import { typographic } from '../../../../src/copy/markdown/typography.ts'
import { type Block, type EmailParts, paragraph } from '../../../../src/server/mail/text/blocks.ts'
import { emailHtml } from '../../../../src/server/mail/text/email-html.ts'
import { emailText } from '../../../../src/server/mail/text/email-plain.ts'
import { plain } from '../../../support/plain.ts'

const SHORT: EmailParts = { subject: 'S', title: '', blocks: [], note: '', footer: ['Hera'] }
const PARTS: EmailParts = {
  subject: 'Sujet & objet',
  title: 'Un titre <b>',
  picture: { src: 'data:image/jpeg;base64,AA', description: 'Un "tapis" !' },
  blocks: [
    paragraph('Un mot : voilà <i>'),
    {
      type: 'quotation',
      heading: 'Léa : ici',
      lines: ["L'été <b>", '', 'Adieu'],
    },
  ],
  action: { label: 'Le bouton', href: 'https://hera.example/x' },
  note: 'Une **note**',
  footer: ['Hera', 'Paris !'],
}

/** Removes attributes of the layout from HTML. */
const bare = (html: string) => plain(html.replace(/ (style|class|width)="[^"]*"/g, '')).trim()
/** Returns the HTML and the plain text of a block alone. */
const both = (block: Block) => {
  const parts = { ...SHORT, blocks: [block] }
  const [, html = ''] = /<td>\s*(<(?:p|h2|ul|ol|blockquote)>.*?)\s*<\/td>/s.exec(bare(emailHtml(parts))) ?? []
  return [html, plain(emailText(parts)).replace('\n\n-- \nHera\n', '')]
}

it('plain text contains every part, with quotations marked and not typeset, and no picture', () => {
  expect(plain(emailText(PARTS))).toBe(`Un titre <b>

Un mot : voilà <i>

Léa : ici
> L'été <b>
>
> Adieu

Le bouton :
https://hera.example/x

Une note

-- 
Hera
Paris !
`)
})

it.each([
  ['subject', '<title>Sujet &#38; objet</title>'],
  ['picture', '<img src="data:image/jpeg;base64,AA" alt="Un « tapis » !">'],
  ['title', '<h1>Un titre &#60;b&#62;</h1>'],
  ['paragraph', '<p>Un mot : voilà &#60;i&#62;</p>'],
  ['quotation', "<p>Léa : ici</p>\n<blockquote>L'été &#60;b&#62;<br>\n<br>\nAdieu</blockquote>"],
  ['button', '<p><a href="https://hera.example/x">Le bouton</a></p>'],
  ['note', '<td>Une <strong>note</strong></td>'],
  ['footer', '<td>Hera<br>Paris !</td>'],
])('HTML contains the %s, escaped', (_, html) => {
  expect(bare(emailHtml(PARTS))).toContain(html)
})

it.each<[string, string, string, string]>([
  [
    'bold words and links',
    '**Un** & [deux !](https://hera.example/?a:1&b=2) : trois',
    '<p><strong>Un</strong> &#38; <a href="https://hera.example/?a:1&#38;b=2">deux !</a> : trois</p>',
    'Un & deux ! <https://hera.example/?a:1&b=2> : trois',
  ],
  ['line ends', 'Merci\n- Camille', '<p>Merci<br>\n- Camille</p>', 'Merci\n- Camille'],
  ['what is no markup', '[x] 2 * 3 _y_ # z', '<p>[x] 2 * 3 _y_ # z</p>', '[x] 2 * 3 _y_ # z'],
])('our own text has %s', (_, words, html, text) => {
  expect(both(paragraph(words))).toEqual([html, text])
})

it.each<[string, string, string]>([
  ['paragraphs', 'Un\n\nDeux !', '<p>Un</p>\n<p>Deux !</p>'],
  ['a heading', '## Un *mot*', '<h2>Un <em>mot</em></h2>'],
  ['a list in a list', '1. un\n   - deux', '<ol><li>un<ul><li>deux</li></ul></li></ol>'],
  ['a quotation', '> un\n>\n> deux', '<blockquote>un<br><br>deux</blockquote>'],
  ['a picture', '![Un "tapis"](cid:x)', '<p><img src="cid:x" alt="Un « tapis »"></p>'],
])('Markdown of a letter is rendered in HTML, and is its own plain text: %s', (_, plain, html) => {
  expect(both(markdownToMdast(plain))[0]).toBe(html)
  expect(emailText({ ...SHORT, plain })).toBe(`${typographic(plain)}\n\n-- \nHera\n`)
})

it('the addresses in the plain text of a letter stay as they are written', () => {
  const text = emailText({ ...SHORT, plain: "[L'eau...](https://a.fr/l'eau?b=1...2) d'ici https://a.fr/d'ici" })
  expect(text).toContain("[L’eau…](https://a.fr/l'eau?b=1...2) d’ici https://a.fr/d'ici\n")
})
