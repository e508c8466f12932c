import { needsOf } from '../../content.needs.ts'
import { type Finding, findingAt } from '../finding.ts'
import { offsetAt } from '../reading/offset-at.ts'
import type { Source } from '../reading/sources.ts'

/** Finds parts of an e-mail that would have no effect: an invalid value for the picture, a button without a target. */
export function checkEmails(sources: readonly Source[]): Finding[] {
  return sources
    .filter(({ folder }) => folder === 'emails')
    .flatMap((source) => [...picture(source), ...button(source)])
}

/** Checks `bandeau`. In the footer, this key holds the alt text of the picture instead. */
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

/** Finds a button without a target, and the reverse. The program itself sets the target of required buttons. */
function button(source: Source): Finding[] {
  const lost = (key: string, what: string, mend: string) => findingAt(source, offsetAt(source, [key]), what, mend, true)
  const [action, page] = ['action', 'lien'].map((key) => source.document.has(key))
  if (page && !action) return lost('lien', '« lien » reste sans bouton.', 'Ajoutez « action », ce que dit le bouton.')
  if (!action || page || needsOf(source.path).keys.includes('action')) return []
  return lost('action', 'ce bouton ne mène nulle part.', 'Ajoutez « lien », la page du site, par exemple /quilting.')
}
