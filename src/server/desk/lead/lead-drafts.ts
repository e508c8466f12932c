import { clean } from '../../../forms/answer-schema.ts'
import { before, type Clock, DAY_MS } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import type { Input } from '../../http/request-body.ts'
import { followUpAt } from '../../leads/follow-up/follow-up.ts'
import type { LeadFile } from './lead-file.ts'

/** Values of a draft by field name. */
export type DraftFields = Readonly<Record<string, string>>

interface LeadDraft {
  fields: DraftFields
  /** Time of the last save, UTC ISO text. */
  at: string
}

/** Age at which an unchanged draft is deleted, in milliseconds. */
const FORGET_MS = 90 * DAY_MS
/** Before the name of a field in a draft: the id of the page that saved it. */
const PAGE = 'page:'
/** Maximum length of a field, in characters. */
const TEXT_MAX = 20_000

export type LeadDrafts = ReturnType<typeof createLeadDrafts>

/**
 * Stores unfinished input of the desk, so that a reload, a sign-in or another device restores it. Writes in the
 * caller's transaction. The author is the signed-in address; `place` is the lead.
 */
export function createLeadDrafts(db: Database, clock: Clock) {
  const find = db.prepare<[string, string], { fields: string; at: string }>(
    'SELECT fields, at FROM drafts WHERE author = ? AND place = ?',
  )
  const write = db.prepare(
    `INSERT INTO drafts (author, place, reference, fields, at) VALUES (@author, @reference, @reference, @fields, @at)
     ON CONFLICT DO UPDATE SET fields = excluded.fields, at = excluded.at`,
  )
  const drop = db.prepare('DELETE FROM drafts WHERE author = ? AND place = ?')
  const forget = db.prepare('DELETE FROM drafts WHERE at < ?')
  return {
    find(author: string | null, reference: string): LeadDraft | undefined {
      const found = find.get(author ?? '', reference)
      return found && { fields: JSON.parse(found.fields), at: found.at }
    },
    /** Saves a draft; deletes it if all texts are empty. */
    keep(author: string | null, reference: string, fields: DraftFields): void {
      const texts = Object.entries(fields).map(([name, text]) => [name, text.slice(0, TEXT_MAX)] as const)
      if (texts.every(([name, text]) => name.startsWith(PAGE) || text.trim() === '')) {
        drop.run(author ?? '', reference)
        return
      }
      const at = clock().toISOString()
      write.run({ author: author ?? '', reference, at, fields: JSON.stringify(Object.fromEntries(texts)) })
      forget.run(before(clock(), FORGET_MS))
    },
    drop(author: string | null, reference: string): void {
      drop.run(author ?? '', reference)
    },
  }
}

/** Fields of a lead's page that drafts store. */
const LEAD_FIELDS = ['reponse', 'etat', 'state', 'note', 'rappel', 'version', 'derniere'] as const

/** Returns the submitted values of the fields of a lead's page. */
export function typedFields(input: Input): Record<string, string> {
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
export function ownFields(input: Input, { lead, changes }: Pick<LeadFile, 'lead' | 'changes'>) {
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

/**
 * Returns the fields of a draft that a page neither showed nor saved itself, so that another device did. A page sends
 * the time of the draft that it showed (`brouillon`) and an id of its own (`page`).
 */
export function unseenFields(draft: LeadDraft | undefined, { brouillon, page }: Input): DraftFields {
  if (!draft || brouillon === undefined || brouillon === draft.at) return {}
  const savedBy = (name: string) => draft.fields[PAGE + name.replace(PAGE, '')]
  const unseen = ([name]: [string, string]) => name !== 'modele' && (savedBy(name) ?? '') !== page
  return Object.fromEntries(Object.entries(draft.fields).filter(unseen))
}

/** Returns the fields of a draft after a page saves its own: unseen ones stay, and the page is noted beside its own. */
export function joinFields(draft: LeadDraft | undefined, own: DraftFields, input: Input): DraftFields {
  const { page } = input
  const marks = typeof page === 'string' ? Object.keys(own).map((name) => [PAGE + name, page]) : []
  return { ...unseenFields(draft, input), ...own, ...Object.fromEntries(marks) }
}

/** True if input would replace texts of another device, or delete any of them if `deletes`, as a sent reply does. */
export function wouldLose(
  draft: LeadDraft | undefined,
  input: Input,
  file: Pick<LeadFile, 'lead' | 'changes'>,
  deletes = false,
): boolean {
  const [own, unseen] = [ownFields(input, file), unseenFields(draft, input)]
  return ['reponse', 'note', 'rappel'].some(
    (name) => unseen[name] && (deletes || name in own) && own[name] !== unseen[name],
  )
}
