import { type Database, pluck } from '../../database/database.ts'
import { type Lead, leadFinder } from '../leads.ts'
import { conditionOf, TO_ANSWER, TO_REFUND } from './worklist.ts'

/** Groups of the tasks of today; the first ones cost the company most if they are forgotten. */
export type TodayName = 'remboursements' | 'promesses' | 'rappels' | 'suspectes' | 'ensuite'

export interface TodayGroup {
  name: TodayName
  /** First leads of the group, in the order in which they should be done. */
  leads: Lead[]
  count: number
}

interface Limits {
  /** AAAA-MM-JJ in Paris. */
  today: string
  /** Leads received before this time (UTC ISO 8601) are promised an answer by the end of today. */
  dueBefore: string
  /** Maximum number of leads that are read per group. */
  most: number
}

/** Returns the tasks of today; each lead is in one group only. */
export function readToday(db: Database, limits: Limits): TodayGroup[] {
  const find = leadFinder(db)
  const group = (name: TodayName, where: string, order = 'created_at, id'): TodayGroup => {
    const found = pluck<string>(db, `SELECT reference FROM leads WHERE ${where} ORDER BY ${order} LIMIT @most`)
    return {
      name,
      leads: found.all(limits).flatMap((reference) => find(reference) ?? []),
      count: Number(pluck(db, `SELECT count(*) FROM leads WHERE ${where}`).get(limits)),
    }
  }
  return [
    group('remboursements', TO_REFUND),
    group('promesses', `${PROMISED} AND ifnull(remind_on <= @today, true)`),
    group(
      'rappels',
      `remind_on <= @today AND suspected_spam = 0 AND NOT (${PROMISED} OR ${TO_REFUND})`,
      'remind_on, id',
    ),
    group('suspectes', conditionOf('suspectes'), 'created_at DESC'),
    group('ensuite', `${TO_ANSWER} AND (remind_on > @today OR (remind_on IS NULL AND created_at >= @dueBefore))`),
  ]
}

const PROMISED = `${TO_ANSWER} AND created_at < @dueBefore`

/**
 * Returns the references of leads to answer or refund with an unsent draft of an answer, the latest first; without
 * drafts that consist of an unedited prepared reply.
 */
export function leadsWithDraftAnswer(db: Database): string[] {
  return pluck<string>(
    db,
    `SELECT reference FROM drafts
       WHERE reference IN (SELECT reference FROM leads WHERE ${conditionOf('a-repondre')})
         AND trim(coalesce(json_extract(fields, '$.reponse'), '')) <> '' AND json_extract(fields, '$.modele') IS NULL
       GROUP BY reference ORDER BY max(at) DESC`,
  ).all()
}
