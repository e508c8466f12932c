import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { runHera } from '../cli/installation.ts'
import { valid } from '../support/samples.ts'
import { folder, scratchFolder } from '../support/scratch-folder.ts'
import { openSite } from '../support/site.ts'
import { openMailServer } from '../support/smtp.ts'

scratchFolder()

it('commands work while the site runs, a restore after it; an e-mail in delivery at a stop is sent once', async () => {
  const mail = await openMailServer()
  onTestFinished(() => mail.close())
  const database = join(folder, 'hera.sqlite')
  const copy = join(folder, 'nuit.sqlite')
  const env = {
    DATABASE_PATH: database,
    SMTP_URL: mail.url,
    MAIL_FROM: 'Hera <bonjour@hera.example>',
    MAIL_TO: 'atelier@hera.example',
  }
  mail.mood = 'hold'
  const site = await openSite(env)
  const body = new URLSearchParams({ ...valid.contact, email: 'lea@exemple.fr' })
  await fetch(`${site.url}/formulaires/contact`, { method: 'POST', body, redirect: 'manual' })
  expect((await runHera(database, 'backup', copy)).code, 'backup').toBe(0)
  expect(await runHera(database, 'restore', copy)).toMatchObject({ code: 1, err: expect.stringContaining('tourne') })
  await expect.poll(() => mail.held.length, { message: 'e-mails in delivery' }).toBe(1)
  site.process.kill('SIGTERM')
  const ended = once(site.process, 'exit')
  await expect.poll(site.output).toContain('stopping')
  // Long enough for a process that would not wait.
  await Promise.race([ended, sleep(500)])
  mail.mood = 'well'
  for (const answer of mail.held) answer()
  expect(await ended, 'exit code of the stopped server').toEqual([0, null])
  const again = await openSite(env)
  await expect.poll(() => again.rows('outbox WHERE sent_at IS NULL'), { message: 'queued e-mails' }).toEqual([])
  await again.close()
  expect(mail.received.map(({ to }) => to[0]).sort()).toEqual(['atelier@hera.example', 'lea@exemple.fr'])
  expect((await runHera(database, 'erase', 'lea@exemple.fr', '--yes')).code, 'erasure').toBe(0)
  expect((await runHera(database, 'restore', copy)).code, 'restore').toBe(0)
  expect((await runHera(database, 'person', 'lea@exemple.fr')).code, 'nothing is held after it').toBe(1)
})
