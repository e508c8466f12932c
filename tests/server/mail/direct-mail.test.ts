import { afterEach, beforeEach, expect, it } from 'vitest'
import { createDirectMail, trialMail, tryLogin, trySending } from '../../../src/server/mail/direct-mail.ts'
import { createEmails } from '../../../src/server/mail/text/emails.ts'
import { catchOutput, written } from '../../support/caught-output.ts'
import { plain } from '../../support/plain.ts'
import { type MailServer, openMailServer } from '../../support/smtp.ts'

const SITE_URL = 'https://hera.example'
const PASSWORD = 'mot de passe@secret'

catchOutput()
let server: MailServer
beforeEach(async () => {
  server = await openMailServer()
})
afterEach(() => server.close())

const config = (smtpUrl: string) => ({
  smtpUrl,
  from: 'Hera <bonjour@hera.example>',
  to: ['Atelier <atelier@hera.example>', 'bureau@hera.example'],
  toByForm: {},
  perHour: 300,
})
const run = (smtpUrl: string) => trySending(config(smtpUrl), 'lea@exemple.fr', trialMail(SITE_URL))
const tell = (operator?: string) =>
  createDirectMail(
    { ...config(server.url), ...(operator && { operator }) },
    createEmails(SITE_URL),
    SITE_URL,
    () => new Date('2026-11-23T10:00:00.000Z'),
  )

it('trySending sends one e-mail over a connection that it closes', async () => {
  expect(await run(server.url)).toBeUndefined()
  expect(server.received).toMatchObject([{ to: ['lea@exemple.fr'], headers: { 'auto-submitted': 'auto-generated' } }])
  expect(server.received[0]?.headers['message-id']).toMatch(/^<[\w-]{36}@hera\.example>$/)
  await expect.poll(() => server.open(), { message: 'connections that are left open' }).toBe(0)
})

it('trySending returns the failed step with a remedy and the response of the server', async () => {
  expect(await run('smtp://nulle-part.invalid')).toMatch(/^Nom : « nulle-part.invalid »/)
  const closed = await openMailServer()
  await closed.close()
  expect(await run(closed.url)).toMatch(new RegExp(`^Port : 127.0.0.1 ne répond pas sur le port ${closed.port}\\.`))
  expect(await run(server.url.replace('smtp:', 'smtps:'))).toMatch(/^TLS : .*SMTP_URL dit smtps:\/\/\./)
  server.mood = 'refuse-sender'
  expect(await run(server.url)).toMatch(/^Expéditeur : .*bonjour@hera.example.* Réponse : .*sender not allowed/)
  server.mood = 'drop'
  expect(await run(server.url)).toMatch(/^Message : /)
})

it('tryLogin reports a rejected password without revealing it', async () => {
  const strict = await openMailServer({ password: PASSWORD })
  expect(await tryLogin(config(strict.url))).toBeUndefined()
  const bad = await tryLogin(config(strict.url.replace('%20', '')))
  expect(bad).toMatch(/^Connexion : .*refuse le nom ou le mot de passe de hera/)
  expect(bad).not.toContain('motde')
  await strict.close()
})

it('a person is told of an erasure; a failure is said, and logged without the address', async () => {
  expect(await tell().erased('lea@exemple.fr'), 'the e-mail went').toBe(true)
  expect(server.received).toMatchObject([
    { to: ['lea@exemple.fr'], headers: { subject: expect.stringMatching(/vos données/i) } },
  ])
  server.mood = 'refuse'
  expect(await tell().erased('lea@exemple.fr'), 'a rejected e-mail counts as sent').toBe(false)
  expect(written.out).toContain('e-mail not sent')
  expect(written.out).not.toContain('lea@')
})

it.each([
  ['the operator', 'Max <serveur@hera.example>', 'bureau@hera.example', 'serveur@hera.example'],
  ['who asks, without an operator', undefined, 'bureau@hera.example', 'bureau@hera.example'],
  ['the first of the house, if nobody is known', undefined, 'lien du serveur', 'atelier@hera.example'],
])('what needs repair goes to %s', async (_, operator, author, to) => {
  const failing = [{ title: 'Sauvegarde', sentence: 'Aucune.', remedy: 'hera backup FICHIER' }]
  expect(await tell(operator).repair(failing, author), 'the e-mail went').toBe(true)
  const [mail] = server.received
  expect(mail?.to).toEqual([to])
  expect(plain(mail?.headers.subject)).toBe('À réparer : Sauvegarde')
  for (const words of [`${author} vous demande`, 'hera backup FICHIER', `${SITE_URL}/bureau/maison`])
    expect(plain(mail?.text)).toContain(words)
})
