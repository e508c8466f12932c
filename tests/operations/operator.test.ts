import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hera, runHera } from '../cli/installation.ts'
import { valid } from '../support/samples.ts'
import { openSite, type Site } from '../support/site.ts'
import { type MailServer, openMailServer } from '../support/smtp.ts'

/** A sequence of an operator: two leads, mail server down and up, export, erasure, restore, restart. */
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

it('notifies about leads once, even if the mail server was down', async () => {
  await send('La première', 'lea@exemple.fr')
  await expect.poll(messages).toEqual(['atelier@hera.example', 'lea@exemple.fr'])
  mail.mood = 'down'
  mail.hangUp()
  mail.received.length = 0
  await send('La seconde', 'zoe@exemple.fr')
  await expect.poll(site.output).toMatch(/ERROR mail lead/)
  mail.mood = 'well'
  await expect.poll(messages).toEqual(['atelier@hera.example', 'zoe@exemple.fr'])
  expect(site.output()).not.toMatch(/lea@|zoe@|première|seconde/)
})

it('exports, backs up and erases while the site runs', async () => {
  const { out } = hera(database, 'export', 'contact')
  expect(out).toContain('La première')
  expect(out).toContain('La seconde')
  expect((await operator('backup', copy())).code, 'exit code of the backup').toBe(0)
  expect(await operator('restore', copy())).toMatchObject({ code: 1, err: expect.stringContaining('tourne') })
  expect((await operator('erase', 'lea@exemple.fr', '--yes')).code, 'exit code of the erasure').toBe(0)
  expect((await operator('person', 'lea@exemple.fr')).code, 'exit code of person without data').toBe(1)
})

it('restore keeps erasures and other leads, and the site works afterwards', async () => {
  site.process.kill('SIGKILL')
  await new Promise((resolve) => site.process.once('exit', resolve))
  expect((await operator('restore', copy())).code, 'exit code of the restore').toBe(0)
  expect((await operator('person', 'lea@exemple.fr')).code, 'exit code of person without data').toBe(1)
  expect((await operator('person', 'zoe@exemple.fr')).code, 'exit code of person with data').toBe(0)

  const former = site
  site = await openSite({ ...env(mail.port), DATABASE_PATH: database })
  expect((await operator('person', 'lea@exemple.fr')).code, 'exit code of person without data').toBe(1)
  const body = new URLSearchParams({ ...valid.contact, message: 'La troisième' })
  expect(
    (await fetch(`${site.url}/formulaires/contact`, { method: 'POST', body, redirect: 'manual' })).status,
    'status of «La troisième»',
  ).toBe(303)
  expect(hera(database, 'export', 'contact').out.trimEnd().split('\n'), 'submissions and headings').toHaveLength(3)
  expect(readFileSync(`${database}.erasures`, 'utf8')).not.toContain('lea@')
  await site.close()
  site = former
})

it('a stop waits for an e-mail in delivery, which is sent once', async () => {
  mail.received.length = 0
  mail.mood = 'hold'
  const stopped = await openSite({ ...env(mail.port), DATABASE_PATH: database })
  await send('La quatrième', 'ida@exemple.fr', stopped)
  await expect.poll(() => mail.held.length, { message: 'e-mails in delivery' }).toBe(1)
  stopped.process.kill('SIGTERM')
  const ended = once(stopped.process, 'exit')
  await expect.poll(stopped.output).toContain('stopping')
  // Long enough for a process that would not wait.
  await Promise.race([ended, sleep(500)])
  mail.mood = 'well'
  for (const answer of mail.held) answer()
  expect(await ended, 'exit code of the stopped server').toEqual([0, null])
  const again = await openSite({ ...env(mail.port), DATABASE_PATH: database })
  await expect.poll(() => again.rows('outbox WHERE sent_at IS NULL'), { message: 'queued e-mails' }).toEqual([])
  await Promise.all([again.close(), stopped.close()])
  const ids = mail.received.map(({ headers }) => headers['message-id'])
  expect(ids, 'e-mails received twice').toEqual([...new Set(ids)])
})

const copy = () => join(database, '..', 'nuit.sqlite')
