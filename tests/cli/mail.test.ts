import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { valid } from '../samples.ts'
import { openSite, type Site } from '../site.ts'
import { type MailServer, openMailServer } from '../smtp.ts'
import { runHeraWith } from './desk.ts'

/** What an operator sees of e-mail beside a running site. */
let mail: MailServer
let site: Site
let env: Record<string, string>
beforeAll(async () => {
  mail = await openMailServer()
  env = { SMTP_URL: mail.url, MAIL_FROM: 'Hera <bonjour@hera.example>', MAIL_TO: 'atelier@hera.example' }
  site = await openSite(env)
  env = { ...env, DATABASE_PATH: site.databasePath }
})
afterAll(async () => {
  await site?.close()
  await mail?.close()
})

const operator = (...args: string[]) => runHeraWith(env, ...args)
const send = (form: string, extra: Record<string, string> = {}) =>
  fetch(`${site.url}/formulaires/${form}`, {
    method: 'POST',
    headers: { Accept: 'application/json' },
    body: new URLSearchParams({ ...valid[form], ...extra }),
  })

it('the page tells a sign-up to open the e-mail, and says so of no other form', async () => {
  const message = async (form: string) => ((await (await send(form)).json()) as { message: string }).message
  const plain = (text: string) => text.replace(/[\u00A0\u202F]/g, ' ')
  expect(plain(await message('waitlist'))).toBe(
    'Inscription réussie. Vous serez notifié dès que les tapis seront disponibles. Dernier geste : ouvrez l’e-mail que nous venons de vous envoyer pour confirmer votre adresse.',
  )
  expect(plain(await message('contact'))).toBe(
    'Merci pour votre message. Nous vous répondrons dans les plus brefs délais.',
  )
  await expect.poll(() => mail.received.length).toBe(3)
})

it('a pause of the whole queue ends at once with retry', async () => {
  await expect.poll(async () => (await operator('outbox')).out).toBe('')
  // As if two had failed before: the third failure in a row pauses the queue for a minute.
  const db = new Sqlite(site.databasePath)
  db.exec('UPDATE mail_server SET failures = 2')
  db.close()
  mail.mood = 'refuse-sender'
  await send('contact', { message: 'Pendant la panne', email: 'zoe@exemple.fr' })
  await expect.poll(() => site.output().match(/ERROR mail/g)?.length).toBe(1)
  expect((await operator('outbox')).err).toContain('Le serveur d’e-mail ne prend rien : ')
  mail.mood = 'well'
  const before = mail.received.length
  expect((await operator('outbox', 'retry')).err).toContain(
    '2 e-mails repartent : le site les envoie maintenant, dans la limite de l’heure.',
  )
  await expect.poll(() => mail.received.length).toBe(before + 2)
})

it('what waits says why, and can be deleted', async () => {
  const withdraw = (n: number) =>
    send('withdrawal', { message: `n° ${n}`, email: 'lea@exemple.fr', order_reference: `D-${n}` })
  await withdraw(0)
  await expect
    .poll(() => mail.received.some(({ text }) => text.includes('D-0') && text.includes('déclaration')))
    .toBe(true)
  await withdraw(1)
  await expect.poll(async () => (await operator('outbox')).out).toContain('réuni avec ceux qui suivent le n° ')
  const [number = ''] = (await operator('outbox')).out.split('\t')
  expect(await operator('outbox', 'delete', number)).toMatchObject({
    code: 0,
    err: expect.stringContaining('supprimé'),
  })
  expect((await operator('outbox', 'delete', number)).code).toBe(1)
  await expect.poll(async () => (await operator('outbox')).out).toBe('')
})
