import form from '../content/legal/_formulaire-retractation.md?raw'
import { forms } from '../forms/index.ts'
import { markdown } from './markdown.ts'
import type { BlockName } from './placeholders.ts'
import { typographic } from './typography.ts'

/** Blocks that the legal texts call by name: tables drawn from the forms, and the model form of withdrawal. */
export const legalBlocks: Record<BlockName, () => string> = {
  formulaire_retractation: () => markdown(form).html,
  tableau_traitements: () =>
    table(
      ['Formulaire', 'Finalité', 'Base légale', 'Conservation', 'Destinataires'],
      Object.values(forms).map(({ title, processing: p }) => [
        title,
        capital(p.purpose),
        capital(p.basis),
        capital(p.retention),
        capital(p.recipients),
      ]),
    ),
  tableau_champs: () =>
    Object.values(forms)
      .map(
        (form) =>
          `<h3>${escapeHtml(form.title)}</h3>${table(
            ['Donnée', 'Réponse', 'Pourquoi nous la demandons'],
            Object.values(form.fields).map(({ label, optional, why }) => [
              label,
              optional ? 'facultative' : 'obligatoire',
              why,
            ]),
          )}`,
      )
      .join('\n'),
  tableau_traceurs: () => table(['Nom', 'Finalité', 'Durée', 'Nature'], []),
  compteur_interrupteur: () => '<div id="presence-switch"></div>',
}

function table(head: string[], rows: string[][]): string {
  const header = head.map((cell) => `<th scope="col">${escapeHtml(cell)}</th>`).join('')
  const body = rows.map(([first = '', ...cells]) => {
    const rest = cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')
    return `<tr><th scope="row">${escapeHtml(first)}</th>${rest}</tr>`
  })
  return `<div class="table" tabindex="0" role="region" aria-label="${escapeHtml(head.join(', '))}"><table><thead><tr>${header}</tr></thead><tbody>${body.join('')}</tbody></table></div>`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function escapeHtml(text: string): string {
  return typographic(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
