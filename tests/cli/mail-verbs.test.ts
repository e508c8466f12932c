import { afterEach, beforeEach, expect, it } from 'vitest'
import { mail as command } from '../../src/cli/mail.ts'
import { lastFailure } from '../../src/server/database/last-runs.ts'
import { type MailServer, openMailServer } from '../smtp.ts'
import { operator, setUpOperator } from './operator.ts'

setUpOperator()
let server: MailServer
beforeEach(async () => {
  server = await openMailServer()
  operator.context.config.mail = {
    smtpUrl: server.url,
    from: 'Hera <bonjour@hera.example>',
    to: ['Atelier <atelier@hera.example>', 'bureau@hera.example'],
    toByForm: {},
    perHour: 300,
  }
})
afterEach(async () => {
  await server.close()
})

it('hera mail prints its usage, and requires e-mail settings', async () => {
  for (const words of [[], ['nul'], ['nul', 'hera.service'], ['alert']])
    await expect(operator.run('mail', words)).rejects.toThrow('Écrivez test, avec ou sans adresse, retry, ou alert')
  await expect(operator.run('mail', ['test', 'moi'])).rejects.toThrow('Indiquez une adresse e-mail.')
  operator.context.config.mail = undefined
  await expect(operator.run('mail', ['test'])).rejects.toThrow('SMTP_URL n’est pas défini : aucun e-mail ne part.')
})

it('hera mail test sends to each address of the owner, or to a given one, and prints each step', async () => {
  expect(await operator.run('mail', ['test']), 'exit code if each step works').toBe(0)
  expect(server.received.map(({ to }) => to)).toEqual([['atelier@hera.example'], ['bureau@hera.example']])
  expect(operator.printed).toEqual(Array(14).fill(expect.stringMatching(/^✓ /)))
  expect(server.received[0]?.headers['message-id']).toContain('@hera.example')
  server.moods.set('atelier@hera.example', 'refuse')
  operator.printed.length = 0
  expect(await operator.run('mail', ['test']), 'exit code if one step fails').toBe(1)
  expect(operator.printed.filter((line) => line.startsWith('✗'))).toEqual([expect.stringMatching(/^✗ Destinataire : /)])
  expect(await operator.run('mail', ['test', ' moi@exemple.fr ']), 'exit code for an address').toBe(0)
  expect(server.received.at(-1)?.to).toEqual(['moi@exemple.fr'])
})

it('hera mail alert notifies owner and operator, and prints the failed checks to the journal', async () => {
  const { mail } = operator.context.config
  if (mail) operator.context.config.mail = { ...mail, operator: 'Serveur <serveur@hera.example>' }
  await operator.run('mail', ['alert', 'hera-sauvegarde.service'])
  expect(operator.noted[0]).toBe('hera-sauvegarde.service a échoué.')
  expect(operator.noted.slice(1, -1).map((line) => line.split(' : ')[0])).toEqual(['Sauvegarde'])
  const to = ['atelier@hera.example', 'bureau@hera.example', 'serveur@hera.example']
  expect(operator.noted.at(-1)).toBe(`L’alerte est partie à ${to.join(', ')}.`)
  const headers = { subject: expect.stringContaining('a échoué'), 'auto-submitted': 'auto-generated' }
  expect(server.received).toMatchObject([{ to, headers }])
  expect(server.received[0]?.text).toMatch(/a échoué.; aucune n’a encore réussi\./)
  expect(server.received[0]?.text).not.toMatch(/\bhera (mail|outbox|backup|purge|doctor)\b/)
})

it('hera mail alert records the task of the unit as failed', async () => {
  const tasks = ['backup', 'offsite', 'trial'] as const
  await operator.run('mail', ['alert', /alert (\S+)$/.exec(command.help)?.[1] ?? ''])
  expect(
    tasks.filter((task) => lastFailure(operator.db, task)),
    'after the example of the help',
  ).toEqual([])
  for (const [n, unit] of ['hera-sauvegarde', 'hera-ailleurs', 'hera-essai'].entries()) {
    await operator.run('mail', ['alert', `${unit}.service`])
    expect(
      tasks.filter((task) => lastFailure(operator.db, task)),
      unit,
    ).toEqual(tasks.slice(0, n + 1))
  }
})

it('hera mail alert prints to the journal if the alert cannot be sent, and why', async () => {
  server.mood = 'refuse-sender'
  await expect(operator.run('mail', ['alert', 'hera.service'])).rejects.toThrow(
    /^L’alerte n’est pas partie : .*sender not allowed/,
  )
  operator.context.config.mail = undefined
  await expect(operator.run('mail', ['alert', 'hera.service'])).rejects.toThrow('SMTP_URL n’est pas défini')
  expect(operator.noted.filter((line) => line === 'hera.service a échoué.')).toHaveLength(2)
})
