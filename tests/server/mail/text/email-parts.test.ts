import { markdownToMdast } from 'satteri'
import { describe, expect, it } from 'vitest'
import { htmlText } from '../../../../src/server/mail/text/email-html.ts'
import { type EmailParts, pieces, plainText } from '../../../../src/server/mail/text/email-parts.ts'
import { markdownHtml } from '../../../../src/server/mail/text/markdown-html.ts'
import { markdownPlain } from '../../../../src/server/mail/text/markdown-plain.ts'
import { plain } from '../../../support/plain.ts'

/** Removes attributes of the layout from HTML. */
const bare = (html: string) => plain(html.replace(/ (style|class|width)="[^"]*"/g, '')).trim()

const PARTS: EmailParts = {
  subject: 'Sujet & objet',
  title: 'Un titre <b>',
  picture: { src: 'data:image/jpeg;base64,AA', description: 'Un "tapis" !' },
  blocks: [
    { kind: 'paragraph', text: 'Un **mot** et [un lien](https://hera.example/?a=1&b=2) : voilà <i>' },
    {
      kind: 'quote',
      heading: 'Léa : ici',
      lines: ['Bonjour <b>', '', 'Adieu'],
      link: { label: 'Ouvrir', href: 'https://hera.example/bureau' },
    },
    { kind: 'quote', lines: [] },
    { kind: 'markdown', tree: markdownToMdast('Un *texte*.') },
  ],
  action: { label: 'Le bouton', href: 'https://hera.example/x' },
  note: 'Une **note**',
  footer: ['Hera', 'Paris !'],
}
const SHORT: EmailParts = { subject: 'S', title: 'T', blocks: [], note: '', footer: ['Hera'] }

it('the preview text is escaped, whatever a visitor wrote', () => {
  const html = htmlText({ ...SHORT, preview: '<!-- <b>Léa' })
  expect(html).toMatch(/<div [^>]*>&#60;!-- &#60;b&#62;Léa<\/div>/)
})

describe('plain text', () => {
  it('contains every part, with marked quotations, links behind their words and no picture', () => {
    expect(plain(plainText(PARTS))).toBe(`Un titre <b>

Un mot et un lien <https://hera.example/?a=1&b=2> : voilà <i>

Léa : ici
> Bonjour <b>
>
> Adieu
Ouvrir : https://hera.example/bureau

Un texte.

Le bouton :
https://hera.example/x

Une note

-- 
Hera
Paris !
`)
  })
})

describe('HTML', () => {
  it('contains every part, with the texts escaped', () => {
    const html = htmlText(PARTS)
    const body = bare(html.slice(html.indexOf('<body')))
    expect(html).toContain('<title>Sujet &#38; objet</title>')
    expect(body).toContain('<h1>Un titre &#60;b&#62;</h1>')
    expect(body).toContain(
      '<p>Un <strong>mot</strong> et <a href="https://hera.example/?a=1&#38;b=2">un lien</a> : voilà &#60;i&#62;</p>',
    )
    expect(body).toContain('<p>Léa : ici</p>\n<blockquote>Bonjour &#60;b&#62;<br>\n<br>\nAdieu</blockquote>')
    expect(body).toContain('<p><a href="https://hera.example/bureau">Ouvrir</a></p>')
    expect(body).toContain('<p>Un <em>texte</em>.</p>')
    expect(body.match(/<blockquote>/g), 'quotations without the empty one').toHaveLength(1)
    expect(body).toContain('<p><a href="https://hera.example/x">Le bouton</a></p>')
    expect(body).toContain('<td>Une <strong>note</strong></td>')
    expect(body).toContain('<td>Hera<br>Paris !</td>')
    expect(body).toContain('<img src="data:image/jpeg;base64,AA" alt="Un « tapis » !">')
  })

  it('and plain text omit missing parts', () => {
    expect(plainText(SHORT)).toBe('T\n\n-- \nHera\n')
    const short = bare(htmlText(SHORT))
    expect(short).not.toMatch(/<img|<a |<blockquote|<p>|undefined/)
    expect(short.match(/<tr>/g), 'rows of a message without optional parts').toHaveLength(5)
  })
})

it('pieces splits a paragraph into words, bold words and links, and leaves URLs unchanged', () => {
  expect(pieces('**Un** : [deux !](https://hera.example/a:b) trois')).toEqual([
    { text: 'Un', strong: true },
    { text: '\u00A0: ' },
    { text: 'deux\u202F!', href: 'https://hera.example/a:b' },
    { text: ' trois' },
  ])
  expect(pieces('Rien.')).toEqual([{ text: 'Rien.' }])
  expect(pieces('[a](b)')).toEqual([{ text: 'a', href: 'b' }])
})

describe('Markdown is rendered in HTML and text:', () => {
  const htmlOf = (markdown: string) => bare(markdownHtml(markdownToMdast(markdown)))
  const textOf = (markdown: string) => plain(markdownPlain(markdownToMdast(markdown)))

  it.each<[string, string, string, string]>([
    ['paragraphs', 'Un\n\nDeux !', '<p>Un</p>\n<p>Deux !</p>', 'Un\n\nDeux !'],
    ['a heading', '## Un *mot*', '<h2>Un <em>mot</em></h2>', 'Un mot'],
    ['a list', '- un\n- deux', '<ul><li>un</li><li>deux</li></ul>', '– un\n– deux'],
    ['a numbered list', '1. un\n2. deux', '<ol><li>un</li><li>deux</li></ol>', '1. un\n2. deux'],
    ['a list from seven', '7. sept\n8. huit', '<ol><li>sept</li><li>huit</li></ol>', '7. sept\n8. huit'],
    ['a list in a list', '- un\n  - deux', '<ul><li>un<ul><li>deux</li></ul></li></ul>', '– un\n  \n  – deux'],
    ['a quotation', '> un\n>\n> deux', '<blockquote>un<br><br>deux</blockquote>', '> un\n> \n> deux'],
    ['a pause', 'Un\n\n---\n\nDeux', '<p>Un</p>\n<hr>\n<p>Deux</p>', 'Un\n\n* * *\n\nDeux'],
    ['a break', 'Un\\\nDeux', '<p>Un<br>Deux</p>', 'Un\nDeux'],
    ['bold words', '**un** & "deux"', '<p><strong>un</strong> &#38; « deux »</p>', 'un & « deux »'],
    [
      'a link',
      '[ici](https://hera.example/?a&b)',
      '<p><a href="https://hera.example/?a&#38;b">ici</a></p>',
      'ici <https://hera.example/?a&b>',
    ],
    [
      'an address that is its own label',
      '[a@hera.example](mailto:a@hera.example) [01 23](tel:0123)',
      '<p><a href="mailto:a@hera.example">a@hera.example</a> <a href="tel:0123">01 23</a></p>',
      'a@hera.example 01 23 <tel:0123>',
    ],
    ['a picture', '![Un "tapis"](cid:x)', '<p><img src="cid:x" alt="Un « tapis »"></p>', '[Un « tapis »]'],
  ])('%s', (_, markdown, html, text) => {
    expect(htmlOf(markdown)).toBe(html)
    expect(textOf(markdown)).toBe(text)
  })
})
