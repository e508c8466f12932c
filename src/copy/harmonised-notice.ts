import { values } from './facts/facts.ts'
import { prose } from './markdown/markdown.ts'
import { interfaceWords } from './words/words.ts'

/**
 * Returns the European notice of the legal guarantee (directive 2024/825, regulation 2025/1960) as HTML: the
 * official visual, whose path company.yaml contains, or a note that it is missing.
 */
export function harmonisedNotice(): string {
  const path = values.avis_harmonise ?? ''
  const { avis_harmonise, avis_manquant } = interfaceWords.pages_legales
  return prose(path.startsWith('/') ? `![${avis_harmonise}](${path})` : `${avis_manquant} {{ avis_harmonise }}`)
}
