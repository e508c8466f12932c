import { beforeEach, expect, it } from 'vitest'
import { server, setUpMailServer } from '../support/smtp.ts'
import { operator, setUpOperator } from './operator.ts'

setUpOperator()
setUpMailServer()
beforeEach(() => {
  operator.context.config.mail = {
    smtpUrl: server.url,
    from: 'Hera <bonjour@hera.example>',
    to: ['Atelier <atelier@hera.example>', 'bureau@hera.example'],
    toByForm: {},
    perHour: 300,
  }
})

it('hera mail test sends to each address of the owner, or to a given one, and says what fails', async () => {
  expect(await operator.run('mail', ['test']), 'exit code if all arrive').toBe(0)
  expect(server.received.map(({ to }) => to)).toEqual([['atelier@hera.example'], ['bureau@hera.example']])
  expect(operator.printed).toEqual(Array(2).fill(expect.stringMatching(/^✓ /)))
  expect(server.received[0]?.headers['message-id']).toContain('@hera.example')
  server.moods.set('atelier@hera.example', 'refuse')
  operator.printed.length = 0
  expect(await operator.run('mail', ['test']), 'exit code if one fails').toBe(1)
  expect(operator.printed.filter((line) => line.startsWith('✗'))).toEqual([expect.stringMatching(/^✗ Destinataire : /)])
  expect(await operator.run('mail', ['test', ' moi@exemple.fr ']), 'exit code for an address').toBe(0)
  expect(server.received.at(-1)?.to).toEqual(['moi@exemple.fr'])
})
