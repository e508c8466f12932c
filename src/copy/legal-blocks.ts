import { parse } from 'yaml'
import { trackers } from '../browser/storage.ts'
import form from '../content/legal/_formulaire-retractation.md?raw'
import pictures from '../content/pictures.yaml?raw'
import type { Form } from '../forms/form.ts'
import { forms } from '../forms/index.ts'
import { capital } from './facts/derived.ts'
import { values } from './facts/facts.ts'
import { escapeHtml } from './markdown/escape-html.ts'
import { markdown, prose } from './markdown/markdown.ts'
import type { BlockName } from './placeholders.ts'
import { interfaceWords } from './words/words.ts'

const { tableaux: says, traceurs } = interfaceWords

/** What the site stores for visitors. */
const trackerNames = Object.keys(traceurs) as (keyof typeof traceurs)[]

/** Blocks of legal texts, in Markdown or HTML: tables of forms, fields and trackers, the withdrawal form, notices. */
export const legalBlocks: Record<BlockName, () => string> = {
  avis_harmonise_europeen: harmonisedNotice,
  images_de_synthese: renderedPictures,
  formulaire_retractation: () => markdown(form).html,
  tableau_traitements: () =>
    table(
      [says.formulaire, says.finalite, says.base, says.conservation],
      Object.values(forms).map(({ title, processing: { purpose, basis, retention } }) => [
        title,
        ...[purpose, basis, retention].map(capital),
      ]),
    ),
  tableau_champs: () =>
    Object.values(forms)
      .map((form) => `<details>\n<summary>${escapeHtml(form.title)}</summary>\n\n${fieldTable(form)}\n\n</details>`)
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
    const { interrupteur, refuse, compte, impossible, sans_script } = interfaceWords.compteur
    const sentences = { refused: refuse, counted: compte, impossible }
    const data = Object.entries(sentences).map(([name, words]) => ` data-${name}="${escapeHtml(words)}"`)
    return `<div id="presence-switch" class="presence-switch"${data.join('')}><label hidden><input type="checkbox">${escapeHtml(interrupteur)}</label><p role="status"></p><noscript><p>${escapeHtml(sans_script)}</p></noscript></div>`
  },
}

/**
 * Returns the European notice of the legal guarantee (directive 2024/825, regulation 2025/1960) as HTML: the
 * official visual, whose path company.yaml contains, or a note that it is missing.
 */
export function harmonisedNotice(): string {
  const path = values.avis_harmonise ?? ''
  const { avis_harmonise, avis_manquant } = interfaceWords.pages_legales
  return prose(path.startsWith('/') ? `![${avis_harmonise}](${path})` : `${avis_manquant} {{ avis_harmonise }}`)
}

/** States which pictures are computer-generated, by their descriptions (code de la consommation, L. 121-2). */
function renderedPictures(): string {
  const { images_toutes, images_certaines, images_aucune } = interfaceWords.pages_legales
  const all = Object.values(parse(pictures) as Record<string, { alt: string; synthese?: boolean }>)
  const rendered = all.filter(({ synthese }) => synthese)
  if (rendered.length === 0) return images_aucune
  if (rendered.length === all.length) return images_toutes
  return [images_certaines, ...rendered.map(({ alt }) => `- ${escapeMarkdown(alt.split(/[,.]/)[0] ?? '')}`)].join(
    '\n\n',
  )
}

function fieldTable({ fields, sentences }: Form): string {
  const answers = Map.groupBy(Object.entries(fields), ([name, { kind, optional }]) =>
    // A box that a rule may require is the consent of a legal representative.
    !optional ? says.obligatoire : kind === 'checkbox' && name in sentences ? says.selon_age : says.facultative,
  )
  const rows = [...answers].map(([answer, group]) => [
    answer,
    group.map(([, { label, deskLabel }]) => deskLabel ?? label).join(' · '),
  ])
  return table([says.reponse, says.donnees], rows)
}

/** Returns a table in Markdown, so that it is rendered like those in the texts. */
function table(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map(escapeMarkdown).join(' | ')} |`)
    .join('\n')
}

function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>|]/g, '\\$&')
}
