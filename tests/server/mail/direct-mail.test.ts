import { expect, it } from 'vitest'
import { tellErased, trialMail, trySending } from '../../../src/server/mail/direct-mail.ts'
import { createEmails } from '../../../src/server/mail/text/emails.ts'
import { catchOutput, written } from '../../support/caught-output.ts'
import { openMailServer, server, setUpMailServer } from '../../support/smtp.ts'
import { mailConfig, SITE_URL } from '../backend.ts'

catchOutput()
setUpMailServer()

const run = (smtpUrl: string) => trySending(mailConfig(smtpUrl), 'lea@exemple.fr', trialMail(SITE_URL))
const erased = () => tellErased(mailConfig(server.url), createEmails(SITE_URL), 'lea@exemple.fr')

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

it('a person is told of an erasure; a failure is said, and logged without the address', async () => {
  expect(await erased(), 'the e-mail went').toBe(true)
  expect(server.received).toMatchObject([
    { to: ['lea@exemple.fr'], headers: { subject: expect.stringMatching(/vos données/i) } },
  ])
  server.mood = 'refuse'
  expect(await erased(), 'a rejected e-mail counts as sent').toBe(false)
  expect(written.out).toContain('e-mail not sent')
  expect(written.out).not.toContain('lea@')
})
