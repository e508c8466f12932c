import { missingTarget, partsOf } from '../../copy/check-letter-text.ts'
import { isEmail } from '../../forms/formats.ts'
import { isComposed } from '../../model/sections.ts'
import { type Finding, findingAt, findingOn, type Sentences } from '../finding.ts'
import { type SiteRoutes, siteRoutes } from '../reading/routes.ts'
import type { Source } from '../reading/sources.ts'
import { type TextSpan, textSpansOf } from '../reading/text-spans.ts'

/** Keys whose whole text is an address. */
const ADDRESSES = ['href', 'ou', 'lien', 'related']
/** Links in Markdown and HTML, and definitions of reference links. */
const LINKS =
  /(?<!!\[[^\]]*)\]\(\s*((?:\{\{[^}]*\}\}|[^)\s])*)[^)]*\)|\bhref="([^"]*)"|(?<=^[ \t]*\[[^\]^\n][^\]\n]*\]:[ \t]*)(\S+)/gm
/** What would be read with its brackets, and what the security policy of the site refuses to show. */
const BROKEN: readonly [pattern: RegExp, ...Sentences][] = [
  [
    /\][ \t]+\((?=[/#]|https?:|mailto:)|\)\[(?=[/#]|https?:|mailto:)|\]\([^)\n]*$/gm,
    'ce lien se lirait avec ses signes.',
    'Écrivez [texte](/contact), sur une ligne et sans espace entre les deux.',
  ],
  [
    /<(?:script|iframe|object|embed|style|link|meta|base|form|input|button|video|audio|svg|o:p)[\s>]|<[a-z][^<>]*\s(?:style|on\w+)\s*=/gi,
    'le site ne montre pas cette balise, ou ce qu’elle contient.',
    'Retirez-la, en gardant ses mots ; vers une vidéo ou une carte, faites un lien.',
  ],
  [
    /<(b|i|u|em|strong|small|font|span|div|p|a)\b[^>]*>(?![\s\S]*<\/\1>)/gi,
    'cette balise n’est pas refermée : la suite de la page la suivrait.',
    'Retirez-la ; le gras s’écrit **ainsi**, l’italique *ainsi*.',
  ],
  [
    /(?<=^[ \t]*\n)[ \t]*\|.*\n(?=[ \t]*\|)(?![ \t|:-]+$)|^#{2,6}[^\s#]/gm,
    'ce tableau ou ce titre se lirait avec ses signes.',
    'Sous la première ligne d’un tableau, ajoutez « |---|---| » ; après les dièses d’un titre, un espace.',
  ],
]

/** Finds dead links, links and tags that no page could show, and two pages at one address. */
export function checkLinks(sources: readonly Source[]): Finding[] {
  const site = siteRoutes(sources)
  const spans = sources.flatMap(textSpansOf)
  return [
    ...spans.flatMap(linksIn).flatMap(({ source, offset, href }) => {
      const dead = deadLink(href, source, site)
      return dead ? findingAt(source, offset, ...dead) : []
    }),
    ...spans.flatMap(({ source, offset, text }) =>
      BROKEN.flatMap(([pattern, what, mend]) =>
        [...text.matchAll(pattern)].flatMap(({ index }) => findingAt(source, offset + index, what, mend)),
      ),
    ),
    ...sources.flatMap((source) => addressTaken(source, site)),
  ]
}

/** Returns the addresses in a text, each with its offset in the file. */
function linksIn({ source, offset, text, key }: TextSpan) {
  const found = ADDRESSES.includes(key)
    ? [{ index: 0, href: text }]
    : [...text.matchAll(LINKS)].map(({ 1: inText, 2: inTag, 3: below, index }) => ({
        index,
        href: inText ?? inTag ?? below ?? '',
      }))
  return found.map(({ index, href }) => ({ source, offset: offset + index, href: href.trim() }))
}

/** Finds a composed page at the address of another page. */
function addressTaken({ file, folder, id }: Source, { routes, open }: SiteRoutes): Finding[] {
  if (folder !== 'pages' || !isComposed(id)) return []
  const isTaken =
    routes.filter(({ path }) => path === `/${id}`).length > 1 || open.some((each) => each.test(`/${id}/a`))
  if (!isTaken) return []
  return findingOn({ file }, `l’adresse /${id} est déjà celle d’une autre page.`, 'Donnez un autre nom au fichier.')
}

function deadLink(href: string, source: Source, site: SiteRoutes): Sentences | undefined {
  // The personal link of a recipient; checkPlaceholders checks its name.
  if (/^(?:tel:|https?:\/\/|\{\{)/.test(href)) return undefined
  const [, address] = /^mailto:([^?]*)/.exec(href) ?? []
  if (address !== undefined)
    return address.includes('{{') || isEmail(address)
      ? undefined
      : [`« ${href} » n’est pas une adresse e-mail complète.`, 'Écrivez mailto:{{ email }}, ou l’adresse entière.']
  if (!/^[/#]/.test(href))
    return [
      `le lien « ${href} » n’est ni une adresse complète ni un chemin du site.`,
      'Commencez par /, #, https:// ou mailto:.',
    ]
  const parts = partsOf(href)
  const pages = site.routes.map(({ path }) => path)
  const paths =
    parts.path === '' ? site.routes.filter(({ shows }) => shows.includes(source)).map(({ path }) => path) : [parts.path]
  if (paths.length === 0)
    return [`« ${href} » ne dit pas de quelle page il s’agit.`, `Écrivez la page aussi : « /contact${href} ».`]
  for (const path of paths) {
    const page = site.routes.find((route) => route.path === path)
    if (page ? !page.anchors : site.open.some((pattern) => pattern.test(path))) continue
    const missing = missingTarget(href, pages, page?.anchors, { ...parts, path })
    if (missing) return missing
  }
  return undefined
}
