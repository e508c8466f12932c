import { values } from './facts.ts'
import { prose } from './markdown.ts'

/** What the notice says, for whoever does not see it. */
const SAID =
  'Avis harmonisé : dans toute l’Union européenne, le vendeur répond pendant au moins {{ garantie_legale }} des défauts de conformité d’un bien neuf.'

/**
 * The European notice of the legal guarantee (directive 2024/825, regulation 2025/1960) as HTML: the official visual,
 * whose path company.yaml names, or what is still to be filled in.
 */
export function harmonisedNotice(): string {
  const path = values.avis_harmonise ?? ''
  return prose(
    path.startsWith('/') ? `![${SAID}](${path})` : 'Avis harmonisé européen sur la garantie : {{ avis_harmonise }}',
  )
}
