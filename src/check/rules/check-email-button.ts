import { needsOf } from '../../model/needs.ts'
import { type Finding, findingAt } from '../finding.ts'
import { offsetAt } from '../reading/offset-at.ts'
import type { Source } from '../reading/sources.ts'

/** Finds the button of an e-mail without a target, and the reverse; checkRequired reports a required button. */
export function checkEmailButton(source: Source): Finding[] {
  if (source.folder !== 'emails') return []
  const lost = (key: string, what: string, mend: string) => findingAt(source, offsetAt(source, [key]), what, mend, true)
  const [action, page] = ['action', 'lien'].map((key) => source.document.has(key))
  if (action === page || needsOf(source.path).keys.includes('action')) return []
  if (page) return lost('lien', '« lien » reste sans bouton.', 'Ajoutez « action », ce que dit le bouton.')
  return lost('action', 'ce bouton ne mène nulle part.', 'Ajoutez « lien », la page du site, par exemple /quilting.')
}
