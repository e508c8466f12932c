import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { createDesk } from '../../../src/server/desk/desk.ts'
import { answerLead, type LeadPage } from '../../../src/server/desk/lead/answer-lead.ts'
import { openTestBackend } from '../test-backend.ts'
import { STAFF } from './desk-site.ts'

/** Creates the desk in the test's process with a fake clock. @param sendsEmail false to leave e-mail unconfigured */
function openTestDesk(begin: string, sendsEmail = true) {
  const backend = openTestBackend(begin)
  // Erasures are logged beside the database.
  const folder = mkdtempSync(join(tmpdir(), 'hera-test-desk-'))
  let woken = 0
  const told: string[] = []
  const server = { works: true }
  const deskOf = createDesk({
    db: backend.db,
    databasePath: join(folder, 'hera.sqlite'),
    hash: backend.hash,
    clock: backend.clock,
    mail: sendsEmail
      ? {
          outbox: backend.outbox,
          staff: [STAFF, 'bureau@hera.example'],
          tell: {
            erased: async (email) => server.works && told.push(email) > 0,
            repair: async () => server.works,
            hasOperator: false,
          },
        }
      : undefined,
    wake: () => {
      woken += 1
    },
  })
  return {
    ...backend,
    deskOf,
    desk: deskOf(STAFF),
    wakes: () => woken,
    /** Recipients of erasure notices; `server.works = false` simulates a mail server that is down. */
    told,
    server,
    close() {
      backend.db.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Database, desk and helpers of the current test; set by `setUpTestDesk`. */
export let backend: ReturnType<typeof openTestDesk>

/** Opens `backend` before each test of a file and closes it after the test. @param begin time in UTC, ISO 8601 */
export function setUpTestDesk(begin: string): void {
  beforeEach(() => {
    backend = openTestDesk(begin)
  })
  afterEach(() => backend.close())
}

/** Replaces `backend` by one without e-mail, at the same time. */
export function reopenWithoutEmail(): void {
  const now = backend.clock().toISOString()
  backend.close()
  backend = openTestDesk(now, false)
}

/** Returns a request like that of a browser; POST if it has a body. */
export function requestTo(path: string, body?: Record<string, string>, method = body ? 'POST' : 'GET'): Request {
  return new Request(`https://hera.example${path}`, {
    method,
    headers: { Accept: 'text/html' },
    ...(body && { body: new URLSearchParams(body) }),
  })
}

/** Prepared replies, with the state that each sets. */
const prepared = async () => [
  { id: 'devis', text: 'Prix : [à compléter : prix].', state: undefined },
  { id: 'ambassade-oui', text: 'Bienvenue.', state: 'acceptée' as const },
]

/** Handles a request for the page of a lead on 23 November 2026; POST if it has a body. */
export function askLead(
  reference: string,
  { body, query = '', author = STAFF }: { body?: Record<string, string>; query?: string; author?: string | null } = {},
) {
  const request = requestTo(`/bureau/${reference}`, body)
  const needs = { desk: backend.deskOf(author), prepared }
  return answerLead(request, reference, new URLSearchParams(query), needs) as Promise<LeadPage>
}

/** Handles a POST to the page of a lead. */
export function postLead(reference: string, body: Record<string, string>, author: string | null = STAFF) {
  return askLead(reference, { body, author })
}

/** Returns status and Location (or Allow) of a response; throws if it is no response. */
export function sent(answer: unknown): [number, string | null] {
  if (!(answer instanceof Response)) throw new Error(`no response, but ${JSON.stringify(answer)}`)
  return [answer.status, answer.headers.get('Location') ?? answer.headers.get('Allow')]
}
