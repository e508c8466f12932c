import { clean } from '../../../forms/answer-schema.ts'
import { followUpAt } from '../../leads/follow-up/follow-up.ts'
import type { DraftFields } from './lead-drafts.ts'
import type { LeadFile } from './lead-file.ts'

/** Fields of a lead's page that drafts store. */
const LEAD_FIELDS = ['reponse', 'etat', 'state', 'note', 'rappel', 'version', 'derniere'] as const

/** Returns the submitted values of the fields of a lead's page. */
export function typedFields(input: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    LEAD_FIELDS.flatMap((name) =>
      typeof input[name] === 'string' ? [[name, (clean(input[name]) ?? '') as string]] : [],
    ),
  )
}

/**
 * Returns only the user's own input: the reply, and changed values of the follow-up. Unchanged values may be
 * outdated when the draft is shown again.
 */
export function ownFields(
  input: Readonly<Record<string, unknown>>,
  { lead, changes }: Pick<LeadFile, 'lead' | 'changes'>,
) {
  const { reponse, etat, derniere, version, ...followUp } = typedFields(input)
  const seen = followUpAt(lead, changes, version === undefined ? lead.version : Number(version))
  const before: DraftFields = { state: seen?.state ?? '', note: seen?.note ?? '', rappel: seen?.remind_on ?? '' }
  const changed = Object.entries(followUp).filter(([name, text]) => text !== before[name])
  const own = {
    ...(reponse && { reponse, etat, derniere }),
    ...(changed.length > 0 && { ...Object.fromEntries(changed), version }),
  }
  return Object.fromEntries(Object.entries(own).filter(([, text]) => text !== undefined)) as DraftFields
}
