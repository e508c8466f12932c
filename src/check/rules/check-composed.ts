import { isMap, isScalar, isSeq, type YAMLMap } from 'yaml'
import { isComposed, type SectionKind } from '../../content.sections.ts'
import { type Finding, findingAt, type Sentences } from '../finding.ts'
import type { Source } from '../reading/sources.ts'

/** The key without which a section of each kind shows nothing but its title. */
const NEEDS: Readonly<Record<SectionKind, string>> = {
  texte: 'text',
  etapes: 'items',
  chiffres: 'items',
  liste: 'items',
  engagements: 'items',
  liens: 'actions',
}

/** Sections of composed pages whose name is no part of an address, or that have nothing to show. */
export function checkComposed(sources: readonly Source[]): Finding[] {
  return sources.filter(({ folder, id }) => folder === 'pages' && isComposed(id)).flatMap(wrongSections)
}

function wrongSections(source: Source): Finding[] {
  const sections = source.document.get('sections')
  if (!isMap(sections)) return []
  return sections.items.flatMap(({ key, value }) => {
    if (!isScalar(key) || !isMap(value)) return []
    return [...misnamed(String(key.value)), ...withoutContent(value)].flatMap(([what, mend]) =>
      findingAt(source, key.range?.[0] ?? 0, what, mend, true),
    )
  })
}

function misnamed(name: string): Sentences[] {
  if (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) return []
  return [
    [
      `« ${name} » : le nom d’une section devient une adresse.`,
      'Gardez les minuscules sans accent, les chiffres et le trait d’union.',
    ],
  ]
}

function withoutContent(section: YAMLMap): Sentences[] {
  const kind = String(section.get('kind') ?? '')
  if (!isKind(kind)) return []
  const needed = section.get(NEEDS[kind])
  if (needed === undefined || (isSeq(needed) && needed.items.length === 0))
    return [[`cette section (${kind}) n’a rien à montrer.`, `Ajoutez-lui « ${NEEDS[kind]} ».`]]
  const withoutFigure = isSeq(needed) && needed.items.some((item) => isMap(item) && !item.has('figure'))
  return kind === 'chiffres' && withoutFigure
    ? [['un élément de cette section (chiffres) n’a pas de chiffre.', 'Ajoutez-lui « figure ».']]
    : []
}

function isKind(name: string): name is SectionKind {
  return Object.hasOwn(NEEDS, name)
}
