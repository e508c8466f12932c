import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hera, runHera } from '../cli/desk.ts'
import { valid } from '../samples.ts'
import { openSite, type Site } from '../site.ts'
import { type MailServer, openMailServer } from '../smtp.ts'

/** One night and day of an operator: two leads, the mail server down and up, an export, an erasure, a restore, a restart. */
let mail: MailServer
let site: Site
let database: string
const env = (port: number) => ({
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  MAIL_FROM: 'Hera <bonjour@hera.example>',
  MAIL_TO: 'atelier@hera.example',
})
beforeAll(async () => {
  mail = await openMailServer()
  site = await openSite(env(mail.port))
  database = site.databasePath
})
afterAll(async () => {
  await site?.close()
  await mail?.close()
})

const send = async (message: string, email: string, to = site) => {
  const body = new URLSearchParams({ ...valid.contact, message, email })
  const response = await fetch(`${to.url}/formulaires/contact`, {
    method: 'POST',
    headers: { Accept: 'application/json' },
    body,
  })
  expect(response.status, `status of «${message}»`).toBe(201)
}
const operator = (...args: string[]) => runHera(database, ...args)
const messages = () => mail.received.map(({ to }) => to[0]).sort()

it('tells of a lead, loses none while the mail server is down, and tells of it once when it is up', async () => {
  await send('La première', 'lea@exemple.fr')
  await expect.poll(messages).toEqual(['atelier@hera.example', 'lea@exemple.fr'])
  mail.mood = 'down'
  mail.received.length = 0
  await send('La seconde', 'zoe@exemple.fr')
  await expect.poll(site.output).toMatch(/ERROR mail lead/)
  expect((await operator('outbox', 'list')).out).toContain('zoe@exemple.fr')
  mail.mood = 'well'
  await expect.poll(messages).toEqual(['atelier@hera.example', 'zoe@exemple.fr'])
  await expect.poll(async () => (await operator('outbox', 'list')).out).toBe('')
  expect(site.output()).not.toMatch(/lea@|zoe@|première|seconde/)
})

it('exports, backs up, erases and finds nothing any more, while the site runs', async () => {
  const { out } = hera(database, 'export', 'contact', '--format', 'csv')
  expect(out).toContain('La première')
  expect(out).toContain('La seconde')
  expect((await operator('backup', copy())).code, 'exit code of the backup').toBe(0)
  expect(await operator('restore', copy())).toMatchObject({ code: 1, err: expect.stringContaining('tourne') })
  expect((await operator('erase', 'lea@exemple.fr', '--yes')).code, 'exit code of the erasure').toBe(0)
  expect((await operator('person', 'lea@exemple.fr')).code, 'exit code where nothing is held').toBe(1)
})

it('restores: who was erased stays erased, who was not is there, and the site serves on', async () => {
  site.process.kill('SIGKILL')
  await new Promise((resolve) => site.process.once('exit', resolve))
  expect((await operator('restore', copy())).code, 'exit code of the restore').toBe(0)
  expect((await operator('search', 'La première')).code, 'exit code where nothing is found').toBe(1)
  expect((await operator('search', 'la seconde')).code, 'exit code where something is found').toBe(0)

  const former = site
  site = await openSite({ ...env(mail.port), DATABASE_PATH: database })
  expect((await operator('person', 'lea@exemple.fr')).code, 'exit code where nothing is held').toBe(1)
  const body = new URLSearchParams({ ...valid.contact, message: 'La troisième' })
  expect(
    (await fetch(`${site.url}/formulaires/contact`, { method: 'POST', body, redirect: 'manual' })).status,
    'status of «La troisième»',
  ).toBe(303)
  expect((await operator('list', 'contact')).out.trimEnd().split('\n'), 'submissions').toHaveLength(2)
  expect(readFileSync(`${database}.erasures`, 'utf8')).not.toContain('lea@')
  await site.close()
  site = former
})

it('is stopped while an e-mail is under way: the process waits for it, and it goes once', async () => {
  mail.received.length = 0
  mail.mood = 'hold'
  const stopped = await openSite({ ...env(mail.port), DATABASE_PATH: database })
  await send('La quatrième', 'ida@exemple.fr', stopped)
  await expect.poll(() => mail.held.length, { message: 'e-mails under way' }).toBe(1)
  stopped.process.kill('SIGTERM')
  const ended = once(stopped.process, 'exit')
  await expect.poll(stopped.output).toContain('stopping')
  // Long enough for a process that waits for nothing.
  await Promise.race([ended, sleep(500)])
  mail.mood = 'well'
  for (const answer of mail.held) answer()
  expect(await ended, 'exit code of a server that is stopped').toEqual([0, null])
  const again = await openSite({ ...env(mail.port), DATABASE_PATH: database })
  await expect.poll(async () => (await operator('outbox', 'list')).out, { message: 'e-mails that wait' }).toBe('')
  await Promise.all([again.close(), stopped.close()])
  const ids = mail.received.map(({ headers }) => headers['message-id'])
  expect(ids, 'e-mails that came twice').toEqual([...new Set(ids)])
})

const copy = () => join(database, '..', 'nuit.sqlite')
