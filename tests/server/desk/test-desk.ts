import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { readValues } from '../../../src/copy/facts/read-values.ts'
import type { PreparedReply } from '../../../src/forms/prepared-reply.ts'
import type { Desk } from '../../../src/server/desk/desk.ts'
import { answerActs } from '../../../src/server/desk/lead/answers.ts'
import { type LeadPage, pageOf } from '../../../src/server/desk/lead/lead-page.ts'
import { rightsActs } from '../../../src/server/desk/lead/rights.ts'
import { turnActs } from '../../../src/server/desk/lead/turns.ts'
import { promisesOf } from '../../../src/server/leads/deadline.ts'
import { findLead, type Lead } from '../../../src/server/leads/leads.ts'
import { folder, scratchFolder } from '../../support/scratch-folder.ts'
import { openTestBackend } from '../test-backend.ts'

export const ANNE = 'anne@hera.example'
export const BASTIEN = 'bastien@hera.example'

/** Creates the desk of Anne in the test's process with a fake clock. */
function openTestDesk(begin: string) {
  const backend = openTestBackend(begin)
  const server = { works: true, told: 0 }
  const desk: Desk = {
    db: backend.db,
    // Erasures are logged beside the database.
    databasePath: join(folder, 'hera.sqlite'),
    hash: backend.hash,
    clock: backend.clock,
    promises: promisesOf(readValues()),
    mail: {
      outbox: backend.outbox,
      staff: [ANNE, BASTIEN],
      colleagues: [
        { name: 'Anne', address: ANNE },
        { name: 'Bastien', address: BASTIEN },
      ],
      erased: async () => {
        server.told += 1
        return server.works
      },
      operator: undefined,
    },
    wake: () => {},
    author: ANNE,
  }
  return {
    ...backend,
    desk,
    /** `works = false` simulates a mail server that is down; `told` counts e-mails about an erasure. */
    server,
  }
}

/** Database and desk of the current test; set by `setUpTestDesk`. */
export let backend: ReturnType<typeof openTestDesk>

/** Opens `backend` before each test of a file and closes it after the test. @param begin time in UTC, ISO 8601 */
export function setUpTestDesk(begin: string): void {
  scratchFolder()
  beforeEach(() => {
    backend = openTestDesk(begin)
  })
  afterEach(() => backend.db.close())
}

const PLAIN = { outcome: undefined, remindOn: undefined, carriesTerms: false }
const prepared: readonly PreparedReply[] = [
  { ...PLAIN, id: 'devis', title: 'Devis', text: 'Prix : [à compléter : prix].', carriesTerms: true },
  { ...PLAIN, id: 'oui', title: 'Oui', text: 'Bienvenue.', outcome: 'accepted' },
  { ...PLAIN, id: 'delai', title: 'Délai', text: 'Patience.', remindOn: '2026-11-28' },
]
const terms = async () => ({ name: 'conditions.html', type: 'text/html', bytes: Buffer.from('<p>Conditions</p>') })

const ACTS = new Map([...answerActs, ...turnActs, ...rightsActs])

/** Presses a button of the page of a lead; returns the page, or where the redirect leads. */
export async function press(
  reference: string,
  action: string,
  fields: Record<string, string | Blob> = {},
  author: string = ANNE,
): Promise<LeadPage & { to?: string | null }> {
  const post = { desk: { ...backend.desk, author }, lead: leadOf(reference), input: fields, prepared, terms }
  const [name = '', what = ''] = action.split(/:(.*)/s)
  const done = await ACTS.get(name)?.(post, what)
  if (!done) return { status: 400 } as LeadPage
  if (!(done instanceof Response)) return pageOf(post, done) as LeadPage
  return { status: done.status, to: done.headers.get('Location') } as LeadPage & { to: string | null }
}

/** Returns a lead; throws if it is gone. */
export function leadOf(reference: string): Lead {
  const lead = findLead(backend.db, reference)
  if (!lead) throw new Error(`${reference} is gone`)
  return lead
}

/** Returns kind, author and text of each row of a thread. */
export function said(reference: string): unknown[][] {
  const rows = backend.db.prepare<[string], unknown[]>(
    'SELECT kind, author, text FROM thread WHERE reference = ? ORDER BY id',
  )
  return rows.raw().all(reference)
}
