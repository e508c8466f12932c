import { randomBytes } from 'node:crypto'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll } from 'vitest'
import { systemClock } from '../../../src/server/clock.ts'
import { newLink } from '../../../src/server/desk/access/sessions.ts'
import { openSite } from '../../support/site.ts'
import { openMailServer } from '../../support/smtp.ts'

/** MAIL_TO of these tests. */
export const STAFF = 'atelier@hera.example'

/** Headers of a POST from a page of another site; tests/server/http/request.test.ts has the other kinds. */
export const FOREIGN = { Origin: 'https://evil.example' }

/**
 * Opens the built site with an SMTP server, and sends requests with or without a session.
 * @param env additional environment variables
 */
export async function openDeskSite(env: NodeJS.ProcessEnv = {}) {
  const mail = await openMailServer()
  const site = await openSite({ SMTP_URL: mail.url, MAIL_FROM: 'bonjour@hera.example', MAIL_TO: STAFF, ...env })
  /** Sends a request like a browser; does not follow redirects. */
  const ask = (
    path: string,
    {
      cookie,
      body,
      headers,
    }: { cookie?: string; body?: Record<string, string>; headers?: Record<string, string> } = {},
  ) =>
    fetch(site.url + path, {
      redirect: 'manual',
      ...(body && { method: 'POST', body: new URLSearchParams(body) }),
      headers: {
        Accept: 'text/html',
        ...(body && { Origin: site.url }),
        ...(cookie && { Cookie: cookie }),
        ...headers,
      },
    })
  /** Runs a statement on another connection to the database, for example to simulate that time has passed. */
  const sql = (statement: string, ...values: unknown[]): unknown[] => {
    const db = new Sqlite(site.databasePath)
    try {
      const prepared = db.prepare(statement)
      return prepared.reader ? prepared.all(...values) : [prepared.run(...values)]
    } finally {
      db.close()
    }
  }
  /** Creates a sign-in link and returns its path. */
  const link = async (destination = '/bureau') => {
    const db = new Sqlite(site.databasePath)
    const token = newLink(db, systemClock, randomBytes, destination, STAFF)
    db.close()
    return `/bureau/entrer/${token}`
  }
  return {
    site,
    mail,
    ask,
    link,
    sql,
    /** Ends the ten seconds in which a reply can be taken back. */
    endUndo: () => void sql("UPDATE outbox SET next_attempt_at = created_at WHERE kind = 'reply' AND sent_at IS NULL"),
    /** Signs in and returns the session cookie. */
    async signIn() {
      return cookieOf(await ask(await link(), { body: {} }))
    },
    async close() {
      await site.close()
      await mail.close()
    },
  }
}

export type DeskSite = Awaited<ReturnType<typeof openDeskSite>>

/** Site and client shared by the tests of a file; set by `setUpDeskSite`. */
export let deskSite: DeskSite

/** Opens `deskSite` before the tests of a file and closes it after them. */
export function setUpDeskSite(): void {
  beforeAll(async () => {
    deskSite = await openDeskSite()
  })
  afterAll(() => deskSite?.close())
}

/** Returns name and value of the first cookie that a response sets; '' if it sets none. */
export function cookieOf(answer: Response): string {
  return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
}
