import { hash } from 'node:crypto'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll } from 'vitest'
import { openSite } from '../../site.ts'
import { openMailServer } from '../../smtp.ts'

/** The address that reads the desk in these tests. */
export const HOUSE = 'atelier@hera.example'

/** What browsers send with a post from a page of another site. */
export const FOREIGN: Record<string, string>[] = [
  { Origin: 'https://evil.example' },
  { Origin: 'null' },
  { 'Sec-Fetch-Site': 'cross-site' },
]

/**
 * The built site with e-mail, as a house has it, and what a browser with or without a session asks of it.
 * @param sendsEmail false for a house that has not set up e-mail
 * @param env further environment
 */
export async function openOffice(sendsEmail = true, env: NodeJS.ProcessEnv = {}) {
  const mail = await openMailServer()
  const settings = { SMTP_URL: mail.url, MAIL_FROM: 'bonjour@hera.example', MAIL_TO: HOUSE }
  const site = await openSite({ ...(sendsEmail && settings), ...env })
  /** Asks for an address as a browser does; redirects are not followed. */
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
  /** Changes the database behind the site's back, as time or a thief does. */
  const sql = (statement: string, ...values: unknown[]): unknown[] => {
    const db = new Sqlite(site.databasePath)
    try {
      const prepared = db.prepare(statement)
      return prepared.reader ? prepared.all(...values) : [prepared.run(...values)]
    } finally {
      db.close()
    }
  }
  const tokens: string[] = []
  /** A sign-in link as an e-mail brings it, below the origin of the site. */
  const link = async (destination = '/bureau') => {
    const token = `${'x'.repeat(24)}${String(tokens.length).padStart(8, '0')}`
    tokens.push(token)
    sql('INSERT INTO desk_links VALUES (?, ?, ?)', hash('sha256', token, 'hex'), destination, new Date().toISOString())
    return `/bureau/entrer/${token}`
  }
  return {
    site,
    mail,
    ask,
    link,
    sql,
    /** Lets the answers go that could still be taken back, as ten seconds do. */
    endUndo: () => void sql("UPDATE outbox SET next_attempt_at = created_at WHERE kind = 'reply' AND sent_at IS NULL"),
    /** A new session: the cookie to send. */
    async signIn() {
      const entered = await ask(await link(), { body: {} })
      return cookieOf(entered)
    },
    async close() {
      await site.close()
      await mail.close()
    },
  }
}

export type Office = Awaited<ReturnType<typeof openOffice>>

/** The office of the test file that calls `sharedOffice`. */
export let office: Office

/** Opens an office for all tests of a file, and closes it after the last. @param env further environment */
export function sharedOffice(env?: NodeJS.ProcessEnv): void {
  beforeAll(async () => {
    office = await openOffice(true, env)
  })
  afterAll(() => office?.close())
}

/** Name and value of the cookie that an answer sets; '' where it sets none. */
export function cookieOf(answer: Response): string {
  return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
}
