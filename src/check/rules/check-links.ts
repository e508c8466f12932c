import { missingTarget, partsOf } from '../../copy/check-letter-text.ts'
import { isEmail } from '../../forms/fields.ts'
import { type Finding, findingAt, type Sentences } from '../finding.ts'
import { type SiteRoutes, siteRoutes } from '../reading/routes.ts'
import type { Source } from '../reading/sources.ts'
import { type TextSpan, textSpansOf } from '../reading/text-spans.ts'

/** Keys whose whole text is an address. */
const ADDRESSES = ['href', 'ou', 'lien', 'related']
/** Links in Markdown and HTML, and definitions of reference links. */
const LINKS =
  /(?<!!\[[^\]]*)\]\(\s*((?:\{\{[^}]*\}\}|[^)\s])*)[^)]*\)|\bhref="([^"]*)"|(?<=^[ \t]*\[[^\]^\n][^\]\n]*\]:[ \t]*)(\S+)/gm
/** Links that would be read with their brackets, and what the security policy of the site refuses to show. */
const BROKEN: readonly [pattern: RegExp, ...Sentences][] = [
  [/\][ \t]+\((?=[/#]|https?:|mailto:)/g, 'une espace défait ce lien.', 'Écrivez sans espace : [texte](/contact).'],
  [/\]\([^)\n]*$/gm, 'ce lien n’est pas fermé sur sa ligne.', 'Ajoutez la parenthèse : [texte](/contact).'],
  [
    /<(?:script|iframe|object|embed|style|link|meta|base|form|input|button|video|audio|svg)[\s>]/gi,
    'cette balise ne s’affiche pas : la politique de sécurité du site la refuse.',
    'Retirez-la ; vers une vidéo ou une carte, faites un lien.',
  ],
  [
    /<[a-z][^<>]*\s(?:style|on\w+)\s*=/gi,
    'cet attribut reste sans effet : la politique de sécurité du site le refuse.',
    'Retirez-le.',
  ],
]

/** Finds dead links, and links and tags that no page could show. */
export function checkLinks(sources: readonly Source[]): Finding[] {
  const site = siteRoutes(sources)
  return sources.flatMap(textSpansOf).flatMap((span) => [
    ...linksIn(span).flatMap(([index, href]) => {
      const dead = deadLink(href.trim(), span.source, site)
      return dead ? findingAt(span.source, span.offset + index, ...dead) : []
    }),
    ...BROKEN.flatMap(([pattern, what, mend]) =>
      [...span.text.matchAll(pattern)].flatMap(({ index }) => findingAt(span.source, span.offset + index, what, mend)),
    ),
  ])
}

function linksIn({ text, key }: TextSpan): [index: number, href: string][] {
  if (ADDRESSES.includes(key)) return [[0, text]]
  return [...text.matchAll(LINKS)].map(({ 1: inText, 2: inTag, 3: below, index }) => [
    index,
    inText ?? inTag ?? below ?? '',
  ])
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
    const ids = site.routes.find((route) => route.path === path)?.anchors
    if (!ids && site.open.some((pattern) => pattern.test(path))) continue
    const missing = missingTarget(href, pages, ids, { ...parts, path })
    if (missing) return missing
  }
  return undefined
}
