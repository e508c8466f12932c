import { needsOf } from '../../content.needs.ts'
import { type Finding, findingAt } from '../finding.ts'
import { offsetAt } from '../reading/offset-at.ts'
import type { Source } from '../reading/sources.ts'

/** What an e-mail says that would not be seen: another word for its picture, a button that leads nowhere. */
export function checkEmails(sources: readonly Source[]): Finding[] {
  return sources
    .filter(({ folder }) => folder === 'emails')
    .flatMap((source) => [...picture(source), ...button(source)])
}

/** In the foot, the same key says what is seen in the picture. */
function picture(source: Source): Finding[] {
  const said: unknown = source.document.get('bandeau')
  if (source.id === 'pied' || said === undefined || said === 'oui') return []
  return findingAt(
    source,
    offsetAt(source, ['bandeau']),
    `« bandeau: ${String(said)} » ne montre pas l’image.`,
    'Écrivez « bandeau: oui », ou retirez la ligne.',
    true,
  )
}

/** The program knows where the buttons lead that it asks for. */
function button(source: Source): Finding[] {
  const lost = (key: string, what: string, mend: string) => findingAt(source, offsetAt(source, [key]), what, mend, true)
  const [action, page] = ['action', 'lien'].map((key) => source.document.has(key))
  if (page && !action) return lost('lien', '« lien » reste sans bouton.', 'Ajoutez « action », ce que dit le bouton.')
  if (!action || page || needsOf(source.path).keys.includes('action')) return []
  return lost('action', 'ce bouton ne mène nulle part.', 'Ajoutez « lien », la page du site, par exemple /quilting.')
}
