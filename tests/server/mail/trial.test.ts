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
const STEPS = ['Nom', 'Port', 'TLS', 'Connexion', 'Expéditeur', 'Destinataire', 'Message']
const namesOf = (sentences: string[]) => sentences.map((sentence) => sentence.split(' :')[0])

it('trySending sends a message and returns each step', async () => {
  const { passed, failed } = await run(server.url)
  expect(failed, 'failed step').toBeUndefined()
  expect(namesOf(passed)).toEqual(STEPS)
  expect(passed[2]).toContain('non demandé, le serveur est sur cette machine')
  expect(passed[3]).toBe('Connexion : sans mot de passe.')
  expect(server.received).toMatchObject([{ to: ['lea@exemple.fr'], headers: { 'auto-submitted': 'auto-generated' } }])
  expect(server.received[0]?.headers['message-id']).toMatch(/^<[\w-]{36}@hera\.example>$/)
})

it('trySending returns the failed step with a remedy and the response of the server', async () => {
  const failed = async (url: string) => (await run(url)).failed
  expect(await failed('smtp://nulle-part.invalid')).toMatch(/^Nom : « nulle-part.invalid »/)
  const closed = await openMailServer()
  await closed.close()
  expect(await failed(closed.url)).toMatch(new RegExp(`^Port : 127.0.0.1 ne répond pas sur le port ${closed.port}\\.`))
  expect(await failed(server.url.replace('smtp:', 'smtps:'))).toMatch(/^TLS : .*SMTP_URL dit smtps:\/\/\./)
  server.mood = 'refuse-sender'
  expect(await failed(server.url)).toMatch(/^Expéditeur : .*bonjour@hera.example.* Réponse : .*sender not allowed/)
  server.mood = 'drop'
  const { passed, failed: broken } = await run(server.url)
  expect(broken).toMatch(/^Message : /)
  expect(namesOf(passed)).toEqual(STEPS.slice(0, -1))
})

it('tryLogin reports a rejected or missing password without revealing it', async () => {
  const strict = await openMailServer({ password: PASSWORD })
  const good = await tryLogin(mailTo(strict.url))
  expect(good.passed[3]).toBe('Connexion : le mot de passe de hera est accepté.')
  const bad = await tryLogin(mailTo(strict.url.replace('%20', '')))
  expect(bad.failed).toMatch(/^Connexion : .*refuse le nom ou le mot de passe de hera/)
  expect(bad.failed).not.toContain('motde')
  await strict.close()
})

it('tryLogin reports an encrypted connection and closes it', async () => {
  const encrypted = await openMailServer({ secure: true })
  const { passed } = await tryLogin(mailTo(encrypted.url))
  expect(passed[2]).toBe('TLS : la connexion est chiffrée.')
  await expect.poll(() => encrypted.open(), { message: 'connections that are left open' }).toBe(0)
  await encrypted.close()
})
