import { isScalar } from 'yaml'
import { typographic } from '../../copy/markdown/typography.ts'
import { PLACEHOLDER } from '../../copy/placeholders.ts'
import { PARTS } from '../../model/sections.ts'
import { type Finding, findingAt } from '../finding.ts'
import type { Source } from '../reading/sources.ts'

const LENGTHS = { title: [30, 60], description: [90, 155] } as const
const SAID = { title: 'le titre', description: 'la description' } as const
const TAKEN = { title: 'le titre est déjà celui de', description: 'la description est déjà celle de' } as const

/** Finds titles and descriptions that are missing, too short, too long or used by two pages. */
export function checkMetadata(sources: readonly Source[], values: Readonly<Record<string, string>>): Finding[] {
  const pages = sources.filter(
    ({ folder, id }) => (folder === 'pages' && !PARTS.includes(id)) || (folder === 'legal' && !id.startsWith('_')),
  )
  return (['title', 'description'] as const).flatMap((key) => {
    const [least, most] = LENGTHS[key]
    const seen = new Map<string, string>()
    return pages.flatMap((source) => {
      const node = source.document.get(key, true)
      const at = isScalar(node) ? (node.range?.[0] ?? 0) : 0
      const found = (what: string, mend: string) => findingAt(source, at, what, mend)
      if (!isScalar(node)) return found(`« ${key} » manque.`, `Écrivez ${SAID[key]} : de ${least} à ${most} signes.`)
      // The schema reports an empty text.
      if (node.value === '') return []
      const text = typographic(String(node.value).replace(PLACEHOLDER, (_, name: string) => values[name] ?? name))
      const length = [...text].length
      const first = seen.get(text)
      seen.set(text, first ?? source.file)
      if (first)
        return found(`${TAKEN[key]} ${first}.`, 'Ce texte ne vaut que pour une page : écrivez-en un autre ici ou là.')
      if (length < least) return found(`${SAID[key]} a ${length} signes.`, `Il en faut au moins ${least}.`)
      if (length > most) return found(`${SAID[key]} a ${length} signes.`, `Il en faut au plus ${most}.`)
      return []
    })
  })
}
