import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cookieOf, type Office, openOffice } from './office.ts'

const NOTE = 'Rappeler <Léa> lundi.\nElle "hésite".'

let office: Office
let lock: Sqlite.Database
beforeAll(async () => {
  office = await openOffice()
  lock = new Sqlite(office.site.databasePath)
})
afterAll(async () => {
  lock?.close()
  await office?.close()
})

/** Does something while another program holds the database. */
async function whileLocked<T>(run: () => Promise<T>): Promise<T> {
  lock.exec('BEGIN IMMEDIATE')
  try {
    return await run()
  } finally {
    lock.exec('ROLLBACK')
  }
}

describe('while another program holds the database', () => {
  it('a change at the desk is 503 with all that was typed, others are answered meanwhile, and health is red', async () => {
    await office.ask('/formulaires/contact', {
      body: { name: 'Léa', email: 'lea@exemple.fr', subject: 'autre', message: 'Bonjour' },
    })
    const [lead] = office.sql('SELECT reference FROM contact_messages') as { reference: string }[]
    const cookie = await office.signIn()
    const path = `/bureau/${lead?.reference}`
    const body = { action: 'suivi', state: 'en cours', note: NOTE, rappel: '', version: '0' }
    const saved = await whileLocked(async () => {
      const saving = office.ask(path, { cookie, body })
      // Whichever comes first: a server that stood still would answer the page after what it was asked before.
      const reading = office.ask('/merci/contact')
      expect(await Promise.race([reading, saving]), 'the page comes before the change is given up').toBe(await reading)
      expect((await reading).status).toBe(200)
      return saving
    })
    expect([saved.status, saved.headers.get('retry-after')]).toEqual([503, '5'])
    const html = await saved.text()
    expect(html).toContain('Rappeler &#60;Léa&#62; lundi.\nElle &#34;hésite&#34;.</textarea>')
    expect(html).toContain('<input type="hidden" name="action" value="suivi">')
    expect(saved.headers.get('content-security-policy')).toContain("form-action 'self'")
    expect(saved.headers.get('x-robots-tag')).toBe('noindex')
    expect(await (await fetch(`${office.site.url}/api/health`)).json()).toMatchObject({ status: 'error', write: false })
    // Sent once more from that page.
    expect((await office.ask(path, { cookie, body })).status).toBe(303)
  })

  it('logging out logs out', async () => {
    const cookie = await office.signIn()
    const left = await whileLocked(async () => {
      const answer = await office.ask('/bureau/deconnexion', { cookie, body: {} })
      // What the browser still remembers opens nothing, while the row is still there and afterwards.
      expect((await office.ask('/bureau', { cookie })).status).toBe(401)
      return answer
    })
    expect(left.status).toBe(303)
    // What a shared telephone remembers goes too.
    expect(left.headers.get('clear-site-data')).toBe('"cache"')
    expect(cookieOf(left)).toMatch(/^bureau=(deleted)?$/)
    expect((await office.ask('/bureau', { cookie })).status).toBe(401)
  })

  it('a sign-in link is 503 and stays good', async () => {
    const link = await office.link()
    expect((await whileLocked(() => office.ask(link, { body: {} }))).status).toBe(503)
    expect((await office.ask(link, { body: {} })).status).toBe(303)
  })

  it('the desk can be read', async () => {
    const cookie = await office.signIn()
    expect((await whileLocked(() => office.ask('/bureau', { cookie }))).status).toBe(200)
  })
})
