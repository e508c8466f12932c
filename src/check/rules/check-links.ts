import { missingTarget, partsOf } from '../../copy/check-letter-text.ts'
import { isEmail } from '../../forms/formats.ts'
import { allForms } from '../../forms/index.ts'
import { isComposed } from '../../model/sections.ts'
import { type Finding, findingAt, findingOn, nearestName, type Sentences } from '../finding.ts'
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
  [/\)\[(?=[/#]|https?:|mailto:)/g, 'les deux signes de ce lien sont inversés.', 'Écrivez [texte](/contact).'],
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

interface Link {
  source: Source
  /** Offset in the file. */
  offset: number
  href: string
}

/** Finds dead links, links and tags that no page could show, pages that no link leads to, and two at one address. */
export function checkLinks(sources: readonly Source[]): Finding[] {
  const site = siteRoutes(sources)
  const spans = sources.flatMap(textSpansOf)
  const links = spans.flatMap(linksIn)
  return [
    ...links.flatMap(({ source, offset, href }) => {
      const dead = deadLink(href, source, site)
      return dead ? findingAt(source, offset, ...dead) : []
    }),
    ...spans.flatMap(({ source, offset, text }) =>
      BROKEN.flatMap(([pattern, what, mend]) =>
        [...text.matchAll(pattern)].flatMap(({ index }) => findingAt(source, offset + index, what, mend)),
      ),
    ),
    ...sources.flatMap((source) => [...unlinked(source, links), ...addressTaken(source, site)]),
  ]
}

function linksIn({ source, offset, text, key }: TextSpan): Link[] {
  const found = ADDRESSES.includes(key)
    ? [{ index: 0, href: text }]
    : [...text.matchAll(LINKS)].map(({ 1: inText, 2: inTag, 3: below, index }) => ({
        index,
        href: inText ?? inTag ?? below ?? '',
      }))
  return found.map(({ index, href }) => ({ source, offset: offset + index, href: href.trim() }))
}

/** Warns of a page of its own that no text leads to. */
function unlinked({ file, folder, id, document }: Source, links: readonly Link[]): Finding[] {
  const isPage = (folder === 'pages' && isComposed(id)) || (folder === 'legal' && !id.startsWith('_'))
  const leadsHere = ({ source, href }: Link) =>
    source.file !== file && source.path !== 'lancement.yaml' && partsOf(href).path === `/${id}`
  if (!isPage || document.get('footer') === true || links.some(leadsHere)) return []
  const mend = folder === 'pages' ? 'Ajoutez « footer: true », ou un lien ailleurs.' : 'Ajoutez un lien ailleurs.'
  return findingOn({ file }, `aucun lien ne mène à la page /${id}.`, mend, false)
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
  return notOffered(href)
}

/** Finds a link that presets an answer which its form does not offer: /devis?piece=licol. */
function notOffered(href: string): Sentences | undefined {
  const { pathname, searchParams } = new URL(href, 'http://localhost')
  const form = allForms.find(({ page, presets }) => presets && page === pathname)
  for (const name of form?.presets ?? []) {
    const [chosen, offered] = [searchParams.get(name), Object.keys(form?.fields[name]?.options ?? {})]
    if (chosen !== null && !offered.includes(chosen))
      return [`le formulaire de ${pathname} ne propose pas « ${chosen} ».`, nearestName(chosen, offered)]
  }
  return undefined
}
