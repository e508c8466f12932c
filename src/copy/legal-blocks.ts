import form from '../content/legal/_formulaire-retractation.md?raw'
import { forms } from '../forms/index.ts'
import { trackers } from '../storage.ts'
import { harmonisedNotice } from './harmonised-notice.ts'
import { markdown } from './markdown/markdown.ts'
import type { BlockName } from './placeholders.ts'
import { interfaceWords } from './words/words.ts'

const { tableaux: says, traceurs } = interfaceWords

const trackerNames = Object.keys(trackers) as (keyof typeof trackers)[]

/**
 * Blocks that the legal texts call by name, in Markdown or HTML: tables drawn from the forms, and the model form of
 * withdrawal.
 */
export const legalBlocks: Record<BlockName, () => string> = {
  avis_harmonise_europeen: harmonisedNotice,
  formulaire_retractation: () => markdown(form).html,
  tableau_traitements: () =>
    table(
      [says.formulaire, says.finalite, says.base, says.conservation, says.destinataires],
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
          `### ${escapeMarkdown(form.title)}\n\n${table(
            [says.donnee, says.reponse, says.pourquoi],
            Object.values(form.fields).map(({ label, optional, why }) => [
              label,
              optional ? says.facultative : says.obligatoire,
              why,
            ]),
          )}`,
      )
      .join('\n\n'),
  tableau_traceurs: () =>
    table(
      [says.nom, says.finalite, says.duree, says.nature],
      trackerNames.map((name) => {
        const { key, lasts, store } = trackers[name]
        return [key, traceurs[name], says[lasts], says[store]]
      }),
    ),
  compteur_interrupteur: () => {
    const { interrupteur, refuse, compte, impossible, memoire_pleine, sans_script } = interfaceWords.compteur
    const sentences = { refused: refuse, counted: compte, impossible, full: memoire_pleine }
    const data = Object.entries(sentences).map(([name, words]) => ` data-${name}="${escapeHtml(words)}"`)
    return `<div id="presence-switch" class="presence-switch"${data.join('')}><label hidden><input type="checkbox">${escapeHtml(interrupteur)}</label><p role="status"></p><noscript><p>${escapeHtml(sans_script)}</p></noscript></div>`
  },
}

/** A table in Markdown, so that it is rendered like those that the copywriters write. */
function table(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map(escapeMarkdown).join(' | ')} |`)
    .join('\n')
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>|]/g, '\\$&')
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
