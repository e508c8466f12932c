import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { createCommit } from '../../../src/server/database/commit.ts'
import { createDesk } from '../../../src/server/desk/desk.ts'
import { answerLead, type LeadState } from '../../../src/server/desk/lead/answer-lead.ts'
import { openStillHouse } from '../still-house.ts'
import { HOUSE } from './office.ts'

/** The desk in the process of a test, on a house whose clock the test sets. @param sendsEmail false where no e-mail is set up */
function openStillDesk(begin: string, sendsEmail = true) {
  const house = openStillHouse(begin)
  // An erasure is logged beside the database.
  const folder = mkdtempSync(join(tmpdir(), 'hera-still-desk-'))
  let woken = 0
  const told: string[] = []
  const server = { works: true }
  const desk = createDesk({
    db: house.db,
    databasePath: join(folder, 'hera.sqlite'),
    hash: house.hash,
    clock: house.clock,
    commit: createCommit(house.db, house.clock),
    kinds: house.kinds,
    policy: sendsEmail ? house.policy : undefined,
    outbox: sendsEmail ? house.outbox : undefined,
    house: sendsEmail ? [HOUSE, 'bureau@hera.example'] : [],
    tell: sendsEmail
      ? {
          erased: async (email) => server.works && told.push(email) > 0,
          repair: async () => server.works,
          hasOperator: false,
        }
      : undefined,
    wake: () => {
      woken += 1
    },
  })
  return {
    ...house,
    desk,
    wakes: () => woken,
    /** Who was told of their erasure, by a mail server that the test breaks. */
    told,
    server,
    close() {
      house.db.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** The house of the test file that calls `stillDesk`. */
export let house: ReturnType<typeof openStillDesk>

/** Opens a house with a desk for each test of a file, at an instant, UTC ISO 8601, and closes it after the test. */
export function stillDesk(begin: string): void {
  beforeEach(() => {
    house = openStillDesk(begin)
  })
  afterEach(() => house.close())
}

/** Opens another one in its place that has not set up e-mail. */
export function reopenWithoutEmail(): void {
  const now = house.clock().toISOString()
  house.close()
  house = openStillDesk(now, false)
}

/** A request as a browser makes it; a body makes it a post. */
export function requestTo(path: string, body?: Record<string, string>, method = body ? 'POST' : 'GET'): Request {
  return new Request(`https://hera.example${path}`, {
    method,
    headers: { Accept: 'text/html' },
    ...(body && { body: new URLSearchParams(body) }),
  })
}

/** Answers that the house has prepared, with what a request becomes by them. */
const prepared = async () => [
  { id: 'devis', text: 'Prix : [à compléter : prix].', state: undefined },
  { id: 'ambassade-oui', text: 'Bienvenue.', state: 'acceptée' as const },
]

/** What the page of a lead answers to somebody of the house on 23 November 2026; a body makes it a post. */
export function askLead(
  reference: string,
  { body, query = '', author = HOUSE }: { body?: Record<string, string>; query?: string; author?: string | null } = {},
) {
  const request = requestTo(`/bureau/${reference}`, body)
  const needs = { desk: house.desk, author, prepared, hours: 48, today: '2026-11-23' }
  return answerLead(request, reference, new URLSearchParams(query), needs) as Promise<LeadState>
}

/** The same for a post. */
export function postLead(reference: string, body: Record<string, string>, author: string | null = HOUSE) {
  return askLead(reference, { body, author })
}

/** Status and destination of an answer that is a response. */
export function sent(answer: unknown): [number, string | null] {
  if (!(answer instanceof Response)) throw new Error(`no response, but ${JSON.stringify(answer)}`)
  return [answer.status, answer.headers.get('Location') ?? answer.headers.get('Allow')]
}
