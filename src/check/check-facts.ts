import { isMap, isScalar } from 'yaml'
import { NEEDED } from '../copy/parse-facts.ts'
import { isVatRegime, VAT } from '../copy/values.ts'
import { isDay } from '../forms/fields.ts'
import type { Finding } from './finding.ts'
import type { Source } from './sources.ts'

/** Mistakes in facts.yaml and company.yaml: empty values, names in both files, unusable values; and equal `order` values in a folder. */
export function checkFacts(sources: readonly Source[]): Finding[] {
  const top = (name: string) => sources.find(({ folder, id }) => folder === '' && id === name)
  const identity = top('company')
  const [facts, company] = [entriesOf(top('facts')), entriesOf(identity)]
  return [
    ...facts
      .filter(({ value }) => value === '')
      .map((entry) => said(entry, `« ${entry.name} » est vide.`, 'Écrivez sa valeur ou retirez la ligne.')),
    ...facts
      .filter(({ name }) => company.some((entry) => entry.name === name))
      .map((entry) =>
        said(entry, `« ${entry.name} » existe aussi dans company.yaml.`, 'Donnez un autre nom à l’un des deux.'),
      ),
    ...facts
      .filter(({ name, value }) => name === 'fin_de_campagne' && value !== '' && !isDay(value))
      .map((entry) =>
        said(entry, 'la fin de campagne n’est pas une date.', 'Écrivez AAAA-MM-JJ, par exemple 2027-03-31.'),
      ),
    ...company
      .filter(({ name, value }) => name === 'regime_tva' && value !== '' && !isVatRegime(value))
      .map((entry) => said(entry, ...unknownRegime(entry.value))),
    ...(identity ? linesMissing(identity, company) : []),
    ...sameOrders(sources),
  ]
}

/** The two sentences of the finding for a VAT regime that does not exist. */
export function unknownRegime(value: string): [what: string, mend: string] {
  return [`« ${value} » n’est pas un régime connu.`, `Écrivez ${Object.keys(VAT).join(' ou ')}.`]
}

interface Entry {
  source: Source
  line: number
  name: string
  value: string
}

function entriesOf(source: Source | undefined): Entry[] {
  if (!source || !isMap(source.document.contents)) return []
  return source.document.contents.items.flatMap(({ key, value }) =>
    isScalar(key)
      ? [
          {
            source,
            line: source.lineOf(key.range?.[0] ?? 0),
            name: String(key.value),
            value: isScalar(value) ? String(value.value ?? '').trim() : '',
          },
        ]
      : [],
  )
}

function said({ source, line }: Entry, what: string, mend: string): Finding {
  return { file: source.file, line, what, mend, breaks: false }
}

/** Facts that a public site needs and that company.yaml has no line for. */
function linesMissing({ file }: Source, company: readonly Entry[]): Finding[] {
  return Object.keys(NEEDED)
    .filter((name) => !company.some((entry) => entry.name === name))
    .map((name) => ({
      file,
      line: 1,
      what: `la ligne « ${name} » manque.`,
      mend: `Remettez « ${name}: "" », à remplir quand vous saurez.`,
      breaks: false,
    }))
}

/** Entries of a folder that are to be shown at the same place. */
function sameOrders(sources: readonly Source[]): Finding[] {
  const orders = sources.flatMap((source) => entriesOf(source).filter(({ name, value }) => name === 'order' && value))
  return orders.flatMap((entry, index) => {
    const same = ({ source, value }: Entry) => source.folder === entry.source.folder && value === entry.value
    const first = orders.findIndex(same)
    if (first === index) return []
    return said(
      entry,
      `la place ${entry.value} est déjà celle de ${orders[first]?.source.file}.`,
      'Donnez un autre numéro à « order ».',
    )
  })
}
