import { missingTarget, partsOf } from '../../copy/check-letter-text.ts'
import { isEmail, isTelephone, isWebAddress } from '../../forms/fields.ts'
import { ADDRESS } from '../../model/schemas.ts'
import { isComposed } from '../../model/sections.ts'
import { type Finding, findingAt, findingOn, type Sentences } from '../finding.ts'
import { pathsOf, type Route, type SiteRoutes, siteRoutes } from '../reading/routes.ts'
import type { Source } from '../reading/sources.ts'
import { type TextSpan, textSpansOf } from '../reading/text-spans.ts'

/** A link as written. */
interface Link {
  source: Source
  line: number
  href: string
  /** True for an entry of `related`: its label is the title of the page, so the build fails without that page. */
  breaks: boolean
}

/** Keys whose whole text is an address, and how one begins; their schemas report any other text. */
const ADDRESSES: Partial<Record<string, RegExp>> = { href: ADDRESS, ou: ADDRESS, lien: /^\//, related: /^\// }

/** Finds dead links, duplicate anchors, and pages without a link to them. */
export function checkLinks(sources: readonly Source[]): Finding[] {
  const site = { ...siteRoutes(sources), hosts: ownHosts(sources) }
  const links = sources.flatMap(textSpansOf).flatMap(linksIn)
  return [
    ...links.flatMap((link) => deadLink(link, site)),
    ...site.routes.flatMap((route) => duplicateAnchors(route, site)),
    ...unlinkedPages(site, links),
  ]
}

function linksIn({ source, offset, text, key }: TextSpan): Link[] {
  const at = (index: number, href: string) => ({
    source,
    line: source.lineOf(offset + index),
    href: href.trim(),
    breaks: key === 'related',
  })
  const address = ADDRESSES[key]
  if (address) return address.test(text) ? [at(0, text)] : []
  return [
    ...text.matchAll(
      /(?<!!\[[^\]]*)\]\(\s*((?:\{\{[^}]*\}\}|[^)\s])*)[^)]*\)|\bhref="([^"]*)"|(?<=^[ \t]*\[[^\]^\n][^\]\n]*\]:[ \t]*)(\S+)/gm,
    ),
  ].map(({ 1: inText, 2: inTag, 3: below, index }) => at(index, inText ?? inTag ?? below ?? ''))
}

function deadLink({ source, line, href, breaks }: Link, site: SiteRoutes & { hosts: readonly string[] }): Finding[] {
  const found = (what: string, mend: string) => findingOn({ file: source.file, line }, what, mend, breaks)
  const own = ownPath(href, site.hosts)
  if (own !== undefined) {
    const dead = deadLink({ source, line, href: own, breaks }, site)
    return dead.length > 0
      ? dead
      : found(
          `« ${href} » est une page de ce site même.`,
          `Écrivez son chemin : ${own}. Il reste juste si l’adresse du site change.`,
        )
  }
  // Personal link of each recipient; checkPlaceholders checks its name.
  if (source.folder === 'emails' && href.startsWith('{{')) return []
  if (/^mailto:|^tel:|^https:/.test(href)) {
    const lacks = incomplete(href)
    return lacks ? found(...lacks) : []
  }
  if (/^http:\/\/\S+\.\S/.test(href))
    return found(`l’adresse « ${href} » n’est pas protégée.`, `Écrivez ${href.replace('http:', 'https:')}.`)
  if (!/^[/#]/.test(href))
    return found(
      `le lien « ${href} » n’est ni une adresse complète ni un chemin du site.`,
      'Commencez par /, #, https:// ou mailto:.',
    )
  const { path, anchor } = partsOf(href)
  const pages = site.routes.map((route) => route.path)
  const paths = path === '' ? pathsOf(source, site) : [path]
  if (paths.length === 0)
    return found(
      `« ${href} » ne dit pas de quelle page il s’agit.`,
      `Écrivez la page aussi, par exemple « /contact${href} ».`,
    )
  return paths.flatMap((each) => {
    const route = site.routes.find((one) => one.path === each)
    if (!route && site.open.some((pattern) => pattern.test(each))) return []
    const ids = route?.anchors.map(({ id }) => id)
    const missing = missingTarget(href, pages, ids, { path: each, anchor })
    return missing ? found(...missing) : []
  })
}

/** Returns the finding for an external link with an incomplete address; a placeholder counts as a complete one. */
function incomplete(href: string): Sentences | undefined {
  const [, kind = '', rest = ''] = /^(mailto|tel|https):(.*)$/.exec(href.replace(/\{\{.*?\}\}/g, '\u25A1')) ?? []
  const target = kind === 'mailto' ? (rest.split('?')[0] ?? '') : rest
  if (target.includes('\u25A1')) return undefined
  if (kind === 'mailto' && !isEmail(target))
    return [
      `« ${href} » n’est pas une adresse e-mail complète.`,
      'Écrivez mailto:{{ email }}, ou l’adresse entière : mailto:nom@exemple.fr.',
    ]
  if (kind === 'tel' && !isTelephone(target)) return [`« ${href} » n’est pas un numéro.`, 'Écrivez tel:+33123456789.']
  if (kind === 'https' && !isWebAddress(`https:${target}`))
    return [
      `« ${href} » n’est pas une adresse complète.`,
      'Écrivez-la comme le navigateur la montre : https://www.exemple.fr/.',
    ]
  return undefined
}

/** Returns the hosts of the preview and of the public site, which the domain of the company's e-mail names too. */
function ownHosts(sources: readonly Source[]): string[] {
  const { SITE_URL = '' } = process.env
  const company = sources.find(({ path }) => path === 'company.yaml')
  const domain = String(company?.document.get('email')).toLowerCase().split('@')[1] ?? ''
  return ['localhost', '127.0.0.1', domain, URL.canParse(SITE_URL) ? new URL(SITE_URL).hostname : ''].map(bareHost)
}

const bareHost = (name: string) => name.replace(/^www\./, '')

/** Returns the path of a link to this site that was copied with its host. */
function ownPath(href: string, hosts: readonly string[]): string | undefined {
  if (!/^https?:\/\//.test(href) || !URL.canParse(href)) return undefined
  const { hostname, pathname, search, hash } = new URL(href)
  return hosts.includes(bareHost(hostname)) ? `${pathname.replace(/(?<=.)\/$/, '')}${search}${hash}` : undefined
}

/** Finds anchors that two texts of a page have, or that its code already uses. */
function duplicateAnchors({ path, anchors }: Route, { isOfFrame }: SiteRoutes): Finding[] {
  const named = anchors.flatMap(({ id, source, line }) => (source ? [{ id, source, file: source.file, line }] : []))
  // The code of a page names the sections that it shows.
  const isMade = (id: string, source: Source) =>
    isOfFrame(id) ||
    ((source.folder !== 'pages' || isComposed(source.id)) && anchors.some((each) => !each.source && each.id === id))
  return named
    .filter(({ id, source }, index) => isMade(id, source) || named.findIndex((each) => each.id === id) < index)
    .flatMap(({ id, source, ...place }) =>
      findingOn(
        place,
        `l’ancre « ${id} » existe déjà sur la page ${path}.`,
        isMade(id, source)
          ? 'Donnez un autre nom à celle-ci, puis aux liens qui y mènent.'
          : 'Donnez un autre nom à l’une des deux, puis aux liens qui y mènent.',
      ),
    )
}

/** Finds pages with a text to which no link leads. */
function unlinkedPages({ routes }: SiteRoutes, links: readonly Link[]): Finding[] {
  return routes.flatMap(({ path, source }) => {
    if (!source || path === '/') return []
    const linked = links.some((link) => link.source !== source && partsOf(link.href).path === path)
    if (linked || source.document.get('footer') === true) return []
    return findingAt(
      source,
      0,
      `aucun lien du site ne mène à la page ${path}.`,
      'Ajoutez un lien, par exemple dans src/content/pages/footer.yaml, ou retirez la page.',
    )
  })
}
