import { PLACEHOLDER } from '../../copy/placeholders.ts'
import { quote } from '../../forms/quote.ts'
import { type Finding, findingAt, nearestName } from '../finding.ts'
import { offsetAt } from '../reading/offset-at.ts'
import type { Source } from '../reading/sources.ts'
import { hide, MAY_WRITE_OUT, proseSpansOf, type TextSpan, textSpansOf } from '../reading/text-spans.ts'

/** Facts of the company that texts must use by their placeholder. */
const BY_NAME = ['email', 'email_professionnels', 'telephone', 'adresse', 'siren', 'mediateur_site']
/** Field of the quote form that offers the entries of a folder. */
const OFFERED: Readonly<Record<string, 'piece' | 'model'>> = { products: 'piece', models: 'model' }
/** Its options that are not an entry: both pieces together, and advice. */
const NO_ENTRY = ['ensemble', 'conseil']

/**
 * Finds models of an unknown product, products and models that only the quote form or only a folder has, and facts
 * written directly instead of by a placeholder.
 */
export function checkReferences(sources: readonly Source[], values: Readonly<Record<string, string>>): Finding[] {
  const pieces = sources.filter(({ folder }) => folder === 'products').map(({ id }) => id)
  return [
    ...sources
      .filter(({ folder }) => folder === 'models')
      .flatMap(textSpansOf)
      .filter(({ key, text }) => key === 'piece' && text !== '' && !pieces.includes(text))
      .flatMap(({ source, offset, text }) =>
        findingAt(source, offset, `la pièce « ${text} » n’est pas dans products/.`, nearestName(text, pieces), true),
      ),
    ...sources.flatMap(notInQuote),
    ...sources.filter(({ path }) => path === 'forms/quote.yaml').flatMap((words) => onlyInQuote(words, sources)),
    ...sources
      .filter(({ folder, id }) => !MAY_WRITE_OUT.includes(folder || id))
      .flatMap(proseSpansOf)
      .flatMap((span) => writtenOut(span, values)),
  ]
}

/** The link «Demander un devis» below a sheet leads to a form, which must offer that product or model. */
function notInQuote(source: Source): Finding[] {
  const field = OFFERED[source.folder]
  const options = field && quote.fields[field]?.options
  if (!options || Object.hasOwn(options, source.id.replaceAll('-', '_'))) return []
  return findingAt(
    source,
    0,
    `le formulaire de devis ne propose pas « ${source.id} » : une demande ne pourrait pas le nommer.`,
    'Faites ajouter ce choix par qui programme le site (src/forms/quote.ts), puis ses mots dans forms/quote.yaml.',
  )
}

function onlyInQuote(words: Source, sources: readonly Source[]): Finding[] {
  return Object.entries(OFFERED).flatMap(([folder, field]) =>
    Object.keys(quote.fields[field]?.options ?? {})
      .filter((option) => !NO_ENTRY.includes(option))
      .filter((option) => !sources.some(({ path }) => path === `${folder}/${option.replaceAll('_', '-')}.yaml`))
      .flatMap((option) =>
        findingAt(
          words,
          offsetAt(words, ['fields', field, 'options', option]),
          `ce formulaire propose encore « ${option} », qui n’est plus dans ${folder}/.`,
          'Remettez-y son fichier, ou faites retirer ce choix par qui programme le site (src/forms/quote.ts).',
        ),
      ),
  )
}

function writtenOut({ source, offset, text }: TextSpan, values: Readonly<Record<string, string>>): Finding[] {
  const words = hide(text, PLACEHOLDER)
  return BY_NAME.flatMap((name) => {
    const value = values[name] ?? ''
    const index = value === '' ? -1 : words.indexOf(value)
    if (index < 0 || BY_NAME.find((other) => values[other] === value) !== name) return []
    return findingAt(
      source,
      offset + index,
      `« ${value} » est écrit dans le texte même.`,
      `Écrivez {{ ${name} }} : company.yaml le dit pour toutes les pages.`,
    )
  })
}
