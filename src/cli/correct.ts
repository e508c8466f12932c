import { ExpectedError } from '../server/expected-error.ts'
import { correctLead } from '../server/leads/correct.ts'
import { BY_COMMAND } from '../server/leads/follow-up/authors.ts'
import { formOf } from '../server/leads/leads.ts'
import { type Command, needLead, UsageError } from './command.ts'

export const correct: Command = {
  summary: 'Corrige un envoi, sous les mêmes règles que le formulaire.',
  usage: '<référence> champ=valeur [champ=valeur…]',
  words: Number.POSITIVE_INFINITY,
  help: `Une valeur vide efface un champ facultatif. Les noms des champs sont ceux de « hera export ».

  hera correct C-7K2M-94QD email=lea@exemple.fr
  hera correct P-03QF-8XTA city=Lyon postal_code=69001 "message="`,
  run(context, { positionals }) {
    const [reference, ...pairs] = positionals
    const lead = needLead(context, reference)
    const { fields } = formOf(lead)
    const changes = Object.fromEntries(
      pairs.map((pair) => {
        const at = pair.indexOf('=')
        if (at < 1) throw new UsageError(`« ${pair} » : écrivez champ=valeur.`)
        return [pair.slice(0, at), pair.slice(at + 1)]
      }),
    )
    const unknown = Object.keys(changes).find((name) => !Object.hasOwn(fields, name))
    if (unknown !== undefined || pairs.length === 0)
      throw new UsageError(`Champs de ce formulaire : ${Object.keys(fields).join(', ')}.`)
    const errors = correctLead(context.db(), context.clock, lead, changes, BY_COMMAND)
    if (errors) {
      const lines = Object.entries(errors).map(([name, error]) => {
        const options = Object.keys(fields[name]?.options ?? {})
        return `${name} : ${error}${options.length > 0 ? ` Réponses : ${options.join(', ')}.` : ''}`
      })
      throw new ExpectedError(lines.join('\n'))
    }
    context.terminal.note(`${lead.reference} est corrigé : ${Object.keys(changes).join(', ')}.`)
  },
}
