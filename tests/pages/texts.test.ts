import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { countOf, fact, recordsOf } from '../shipped.ts'

/*
 * What a copywriter writes is on the page that shows it: each text behind its title, in the order of its file, each link to
 * where it leads, each picture by what is seen on it. Signs, spaces and marks of Markdown count for nothing here.
 */

interface Item {
  [key: string]: string | boolean | undefined
}
type Section = Partial<Record<'kicker' | 'title' | 'text' | 'note' | 'image', string>> &
  Partial<Record<'items' | 'specs' | 'actions', Item[]>>

const read = (file: string) => parse(readFileSync(`src/content/${file}`, 'utf8'))
const PICTURES: Record<string, { alt: string }> = read('pictures.yaml')
const over = new Date().toISOString().slice(0, 10) > fact('fin_de_campagne')
const ready = fact('etat_serie') === 'disponible'

/** The page that shows a file of src/content/pages, where it has not its name. */
const SHOWN_ON: Record<string, string[]> = {
  home: ['index'],
  error: ['500'],
  'not-found': ['404'],
  shared: ['partenariat', 'sellerie-royale'],
  // Around every page.
  header: ['index', 'faq'],
  footer: ['index', 'faq'],
  // Made on demand.
  ...Object.fromEntries(['merci', 'confirmation', 'desinscription'].map((id) => [id, []])),
}
/** What a page does not show, and when. */
const LEFT_OUT: Record<string, boolean> = {
  'home.bandeau': over || ready,
  'home.bandeau-disponible': over || !ready,
  'home.liste-attente': over || ready,
  'home.serie-disponible': over || !ready,
  'home.prochaine-serie': !over,
  'home.sellerie.note': countOf('saddleries') > 0,
  'home.avis': countOf('testimonials') === 0,
  'home.avis.text': recordsOf('testimonials').every(({ example }) => example),
  'home.avis.note': recordsOf('testimonials').every(({ example }) => !example),
  // A button opens it.
  'home.concours.actions': true,
  'shared.production': over || ready,
  'hera-club.production': over || ready,
  'shared.selleries.title': countOf('saddleries') > 0,
  'shared.selleries.text': countOf('saddleries') > 0,
  'contact.horaires.kicker': true,
  // The slider says them.
  'quilting.tour.items': true,
  'quilting.tour.note': true,
  // After the first step.
  'retractation.confirmation': true,
  'retractation.accuse': true,
}

const squeezed = (text: string) => text.replace(/[^\p{L}\p{N}→+%]/gu, '')

/** The texts of a built page in their order; behind a link an arrow and its address, behind a picture what is seen on it. */
function streamOf(page: string, element = 'main'): string {
  const html = readFileSync(`dist/client/${page}.html`, 'utf8')
  const main = html
    .slice(html.indexOf(`<${element}`), html.lastIndexOf(`</${element}>`))
    .replace(/<(script|style)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->/g, '')
    .replace(/<a\b[^>]*? href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g, '$2→$1')
    .replace(/<img\b[^>]*? alt="([^"]*)"[^>]*>|<nav\b[^>]* aria-label="([^"]*)"[^>]*>/g, '$1$2')
    .replace(/<[^>]+>/g, ' ')
  return squeezed(main.replaceAll('&amp;', '&').replaceAll('&quot;', '').replaceAll('&#39;', ''))
}

/** A text as the stream has it, in parts where a fact is still missing. */
function partsOf(text: string): string[] {
  const shown = text
    .replace(/\[([^\]]+)\]\(([^)]+)\)/g, '$1→$2')
    // A link by itself, with what is still missing beside it.
    .replace(/\{\{ e(mail\w*) \}\}/g, '{{  }}')
    .replace(/\{\{ (\w)(\w*) \}\}/g, (_, first: string, rest: string) => {
      const value = fact(first.toLowerCase() + rest) || '{{  }}'
      return first === first.toLowerCase() ? value : value.charAt(0).toUpperCase() + value.slice(1)
    })
  return shown.split(/\{\{ \w* \}\}/).map(squeezed)
}

/** Where texts end that follow each other in a stream from a place on, and those that are not there. */
function follow(
  stream: string,
  from: number,
  texts: readonly (string | undefined)[],
): { end: number; missing: string[] } {
  let end = from
  const missing = texts.filter((text): text is string => {
    if (!text) return false
    const found = partsOf(text).every((part) => {
      const at = stream.indexOf(part, end)
      if (at >= 0) end = at + part.length
      return at >= 0
    })
    return !found
  })
  return { end, missing }
}

const linked = ({ label = '', href = '' }: Item) => (href ? `[${label}](${href})` : String(label))
const isShown = ({ serie, attente }: Item) => !(serie && (over || ready)) && !(attente && ready)

/** What a section lacks on a page. */
function missingOf(name: string, section: Section, stream: string): string[] {
  const given = (key: keyof Section) => (LEFT_OUT[`${name}.${key}`] ? undefined : section[key])
  const list = (key: 'items' | 'specs' | 'actions') => ((given(key) ?? []) as Item[]).filter(isShown)
  const head = follow(stream, 0, [`${given('kicker') ?? ''}${given('title') ?? ''}`])
  const behind: (string | undefined)[][] = [
    [given('text') as string | undefined],
    list('items').flatMap((item) => [
      ...['kicker', 'figure', 'title', 'text'].map((key) => item[key] as string | undefined),
      item.label ? linked(item) : undefined,
    ]),
    list('specs').flatMap(({ label, value }) => (value ? [`${label}${value}`] : [])),
    list('actions').map(linked),
    [given('note') as string | undefined],
  ]
  const pictures = [section, ...list('items')].map(({ image }) => PICTURES[String(image ?? '')]?.alt)
  return [
    ...head.missing,
    ...behind.flatMap((texts) => follow(stream, head.end, texts).missing),
    ...pictures.flatMap((alt) => follow(stream, 0, [alt]).missing),
  ]
}

const pages = globSync('src/content/pages/*.yaml').map((file) => basename(file, '.yaml'))
it.each(pages.flatMap((id) => (SHOWN_ON[id] ?? [id]).map((page) => [id, page])))(
  'pages/%s.yaml is shown whole on /%s',
  (id, page) => {
    const { sections } = read(`pages/${id}.yaml`) as { sections: Record<string, Section> }
    const stream = streamOf(
      page,
      ['header', 'footer'].find((element) => element === id),
    )
    const missing = Object.entries(sections)
      .filter(([name]) => !LEFT_OUT[`${id}.${name}`])
      .flatMap(([name, section]) => missingOf(`${id}.${name}`, section, stream).map((text) => `${name}: ${text}`))
    expect(missing, 'texts that the page lacks, or shows before their title or in another order').toEqual([])
    const shown = Object.keys(LEFT_OUT).filter((name) => {
      const [of, section = '', key] = name.split('.')
      const { kicker, title, text, note, actions = [] } = of === id && LEFT_OUT[name] ? (sections[section] ?? {}) : {}
      const whole: Record<string, (string | undefined)[]> = { text: [text], note: [note], actions: actions.map(linked) }
      const texts = key ? (whole[key] ?? []) : [title && `${kicker ?? ''}${title}`, text]
      return texts.some((each) => each && follow(stream, 0, [each]).missing.length === 0)
    })
    expect(shown, 'texts that this page does not show now').toEqual([])
  },
)

/** What the pages show of the entries of a collection, in the order of their `order`. */
const ENTRIES: [folder: string, page: string, (entry: Entry) => (string | undefined)[]][] = [
  ['products', 'index', ({ kicker, name, text, label, href }) => [`${kicker}${name}${text}`, linked({ label, href })]],
  ['models', 'index', ({ id, kicker, name, text, label }) => [`${kicker}${name}${text}`, `${label}→/quilting#${id}`]],
  ['products', 'quilting', ({ id, record, ...entry }) => [...sheetOf(entry, record), `→/devis?piece=${id}`]],
  [
    'models',
    'quilting',
    ({ id, piece, record, ...entry }) => [...sheetOf(entry, record), `→/devis?piece=${piece}&model=${id}`],
  ],
  [
    'testimonials',
    'index',
    ({ stars, example, text, initials, name, title }) => [
      `${stars} étoile${Number(stars) > 1 ? 's' : ''} sur 5 ${example ? 'Exemple' : ''}${text}${initials}${name}${title}`,
    ],
  ],
]
const sheetOf = ({ kicker, name, text }: Item, record: Entry['record']) => [
  `${kicker}${name}${text}`,
  ...Object.values(record ?? {}),
]
type Entry = ReturnType<typeof recordsOf>[number] & Item

it.each(ENTRIES)('each entry of %s is on /%s with all that it says', (folder, page, textsOf) => {
  const texts = recordsOf(folder).flatMap((entry) => textsOf(entry as Entry))
  expect(follow(streamOf(page), 0, texts).missing, 'texts that the page lacks, or shows in another order').toEqual([])
})

/** A text in Markdown, one paragraph, title or entry of a list each; tables and blocks of the program left out. */
const linesOf = (markdown: string) =>
  markdown
    .replace(/<!--[\s\S]*?-->|\{#[\w-]+\}|<[^>]+>/g, '')
    .split('\n')
    .filter((line) => !/^\||^\{\{ \w+ \}\}$/.test(line))
    .map((line) => line.replace(/^#+ |^[-*] |^\d+\. /, ''))

const day = new Intl.DateTimeFormat('fr', { dateStyle: 'long', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat('fr', { month: 'long', year: 'numeric', timeZone: 'UTC' })

it.each(globSync('src/content/{faq,legal}/[!_]*.md'))('%s is shown whole', (file) => {
  const [, head = '', body = ''] = readFileSync(file, 'utf8').split(/^---$/m)
  const { question, heading, lead, first_version: first, updated, related = [] } = parse(head)
  const page = file.includes('/faq/') ? 'faq' : basename(file, '.md')
  const dates = [
    first && `Première version ${month.format(new Date(first))}`,
    updated && `Dernière mise à jour ${day.format(new Date(updated))}`,
  ]
  const texts = [question, heading, lead, ...dates, ...linesOf(body), ...related.map((path: string) => `→${path}`)]
  expect(follow(streamOf(page), 0, texts).missing, 'lines that the page lacks, or shows in another order').toEqual([])
  if (!updated) return
  const [html = ''] = readFileSync(`dist/client/${page}.html`, 'utf8').split('</main>')
  expect(html, 'the same day for programs').toContain(`datetime="${updated}"`)
  const words = (text: string) => squeezed(text.replace(/<[^>]+>/g, ''))
  const titles = [...html.matchAll(/<h2 id="([\w-]+)"[^>]*>(.*?)<\/h2>/g)].map(([, id, title = '']) => [
    id,
    words(title),
  ])
  const contents = [...html.matchAll(/<a href="#([\w-]+)"[^>]*>\s*(<span class="number"[\s\S]*?)<\/a>/g)]
  expect([
    ...contents.map(([, id, title = '']) => [id, words(title)]),
    ['related', words('Documents associés')],
  ]).toEqual(titles)
})

it('the calendar shows what it has today, and a word where that is nothing', () => {
  const html = readFileSync('dist/client/index.html', 'utf8')
  const [, coming = '', empty = '', past = ''] = html.split(/data-(?=coming|empty|past)/)
  const [now, before] = [coming, past].map((part) => part.includes('data-end'))
  const hidden = [coming, empty, past].map((part) => /^\w+ hidden/.test(part))
  expect(hidden).toEqual([!now, now, !before])
})

it('what is drawn is what the words beside it say', () => {
  const [quilting = '', devis = ''] = ['quilting', 'devis'].map((page) =>
    readFileSync(`dist/client/${page}.html`, 'utf8'),
  )
  const drawn = [...quilting.matchAll(/url\(#(\w+)\)[\s\S]*?<figcaption[\s\S]*?(losange|nid d.abeille)/g)]
  expect(drawn.map(([, pattern, words]) => `${pattern}: ${words?.slice(0, 3)}`)).toEqual([
    'diamond: los',
    'honeycomb: nid',
  ])
  // The length above the seat, the height beside the pommel, the flap across.
  const letters = [...devis.matchAll(/<text x="(\d+)" y="(\d+)"[^>]*>\s*([ABC])\s*</g)]
  expect(letters.map(([, x, y, letter]) => [letter, Number(x), Number(y)])).toEqual([
    ['A', 347, 54],
    ['B', 52, 252],
    ['C', 256, 288],
  ])
})
