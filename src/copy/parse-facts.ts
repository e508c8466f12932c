import { parse, YAMLParseError } from 'yaml'

/** Facts that a house may rightly not have: a sole trader has no capital, a host may also store the data. */
const OPTIONAL = ['capital', 'tva_intracommunautaire', 'stockage_donnees']

/** True for a fact that a house may rightly leave empty. */
export function isOptional(name: string): boolean {
  return OPTIONAL.includes(name)
}

/**
 * Reads a flat YAML file of names and texts; a value is what is written, so that 01 23 keeps its zero and +33 its plus.
 * @throws when the file is not such a list; the message names the file and the entry
 */
export function parseFacts(yaml: string, file: string): Record<string, string> {
  const read = readYaml(yaml, file)
  if (typeof read !== 'object' || read === null || Array.isArray(read))
    throw new Error(`${file} : écrivez une liste « nom: valeur ».`)
  return Object.fromEntries(
    Object.entries(read).map(([name, value]) => {
      if (typeof value === 'object' && value !== null)
        throw new Error(`${file} : « ${name} » doit être un texte sur une ligne.`)
      return [name, /^(~|null)?$/i.test(String(value)) ? '' : String(value).trim()]
    }),
  )
}

function readYaml(yaml: string, file: string): unknown {
  try {
    return parse(yaml, { schema: 'failsafe' })
  } catch (error) {
    const line = error instanceof YAMLParseError ? error.linePos?.[0].line : undefined
    throw new Error(`${file}:${line ?? 1} : cette ligne ne se lit pas. Regardez guillemets, deux-points et retrait.`)
  }
}

/**
 * Names that are empty or hold an example address, and that the law or the site needs; the VAT number as soon as the
 * house is registered for it (LCEN, art. 19).
 */
export function missingIn(company: Record<string, string>): string[] {
  const optional = (name: string) =>
    isOptional(name) && !(name === 'tva_intracommunautaire' && company.regime_tva === 'assujetti')
  return Object.keys(company).filter(
    (name) => !optional(name) && (company[name] === '' || /\.example$/.test(company[name] ?? '')),
  )
}
