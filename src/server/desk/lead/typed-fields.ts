import { clean } from '../../../forms/answer-schema.ts'

/** The fields of a lead's page, as drafts keep them. */
const LEAD_FIELDS = ['reponse', 'etat', 'state', 'note', 'rappel', 'version', 'derniere'] as const

/** What was typed into the fields of the page of a lead. */
export function typedFields(input: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    LEAD_FIELDS.flatMap((name) =>
      typeof input[name] === 'string' ? [[name, (clean(input[name]) ?? '') as string]] : [],
    ),
  )
}
