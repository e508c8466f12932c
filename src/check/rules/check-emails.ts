import { needsOf } from '../../content.needs.ts'
import { type Finding, findingAt } from '../finding.ts'
import { offsetAt } from '../reading/offset-at.ts'
import type { Source } from '../reading/sources.ts'

/** Finds buttons of e-mails without a target, and the reverse. The program sets the target of required buttons. */
export function checkEmails(sources: readonly Source[]): Finding[] {
  return sources.filter(({ folder }) => folder === 'emails').flatMap(button)
}

function button(source: Source): Finding[] {
  const lost = (key: string, what: string, mend: string) => findingAt(source, offsetAt(source, [key]), what, mend, true)
  const [action, page] = ['action', 'lien'].map((key) => source.document.has(key))
  if (page && !action) return lost('lien', '« lien » reste sans bouton.', 'Ajoutez « action », ce que dit le bouton.')
  if (!action || page || needsOf(source.path).keys.includes('action')) return []
  return lost('action', 'ce bouton ne mène nulle part.', 'Ajoutez « lien », la page du site, par exemple /quilting.')
}
