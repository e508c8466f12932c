import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { forms } from '../../../src/forms/index.ts'
import { openDatabase } from '../../../src/server/database/database.ts'
import { hera } from '../../cli/desk.ts'
import { valid } from '../../samples.ts'
import { manifest, openSite, type Site } from '../../site.ts'

let site: Site
let lock: Sqlite.Database
beforeAll(async () => {
  site = await openSite()
  // Another process holds the write lock for longer than the server waits.
  lock = new Sqlite(site.databasePath)
  lock.exec('BEGIN IMMEDIATE')
})
afterAll(async () => {
  if (lock.open) lock.close()
  await site?.close()
})

it('answers 503 in the words of the specification, keeps what was typed, and recovers by itself', async () => {
  const send = (name: string, accept: string) =>
    fetch(`${site.url}/formulaires/${name}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { Accept: accept },
      body: new URLSearchParams(valid[name]),
    })
  const json = await send('contact', 'application/json')
  expect(json.status).toBe(503)
  expect(await json.json()).toEqual({ message: forms.contact.failure })

  const page = await send('ambassador', 'text/html')
  expect(page.status).toBe(503)
  const html = await page.text()
  expect(html).toContain(`nous contacter directement. ${manifest().contactEmail}`)
  expect(html).toContain('Pour le matelassage.')

  const sick = await fetch(`${site.url}/api/health`)
  expect(sick.status).toBe(503)
  expect((await fetch(`${site.url}/terms`)).status).toBe(200)

  lock.close()
  expect((await send('contact', 'application/json')).status).toBe(201)
  expect(site.rows('contact_messages')).toHaveLength(1)
})

it('refuses to start with tables that differ from the forms, and doctor names the difference', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'hera-')), 'hera.sqlite')
  const file = openDatabase(path)
  file.exec('ALTER TABLE contact_messages DROP COLUMN message')
  file.close()
  await expect(openSite({ DATABASE_PATH: path })).rejects.toThrow(
    /ended with 1:\nFormulaire contact, champ message, table contact_messages : la colonne manque\..*\n$/,
  )
  expect(hera(path, 'doctor')).toMatchObject({
    code: 1,
    out: expect.stringMatching(/✗ .*Formulaire contact, champ message/),
  })
})
