import { afterEach, beforeEach, expect, it } from 'vitest'
import { trialMail, tryLogin, trySending } from '../../../src/server/mail/trial.ts'
import { type MailServer, openMailServer } from '../../support/smtp.ts'

const PASSWORD = 'mot de passe@secret'

let server: MailServer
beforeEach(async () => {
  server = await openMailServer()
})
afterEach(() => server.close())

const mailTo = (smtpUrl: string) => ({
  smtpUrl,
  from: 'Hera <bonjour@hera.example>',
  to: ['Atelier <atelier@hera.example>', 'bureau@hera.example'],
  toByForm: {},
  perHour: 300,
})
const run = (smtpUrl: string) => trySending(mailTo(smtpUrl), 'lea@exemple.fr', trialMail('https://hera.example'))

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
  expect(await tryLogin(mailTo(strict.url))).toBeUndefined()
  const bad = await tryLogin(mailTo(strict.url.replace('%20', '')))
  expect(bad).toMatch(/^Connexion : .*refuse le nom ou le mot de passe de hera/)
  expect(bad).not.toContain('motde')
  await strict.close()
})
