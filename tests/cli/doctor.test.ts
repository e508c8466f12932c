import { once } from 'node:events'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { openCheckedDatabase } from '../../src/server/database/check-schema.ts'
import { openExisting } from '../../src/server/database/database.ts'
import { lockForServing } from '../../src/server/database/serving-lock.ts'
import { erasuresPath } from '../../src/server/people/erasures.ts'
import { keyPath } from '../../src/server/people/keyed-hash.ts'
import { mailConfig } from '../server/backend.ts'
import { openMailServer } from '../support/smtp.ts'
import { operator, setUpOperator } from './operator.ts'

setUpOperator()
beforeEach(async () => {
  await operator.run('backup', [operator.file('copie.sqlite')])
})

/** Runs the command. Returns its exit code and output. */
const examine = async () => {
  operator.printed.length = 0
  const code = await operator.run('doctor')
  return { code, out: operator.printed.join('\n') }
}
const linesWith = async (words: string) => (await examine()).out.split('\n').filter((line) => line.includes(words))

it('hera doctor reports each healthy part, in reading order', async () => {
  operator.context.config.siteUrl = 'https://hera.example'
  const { code, out } = await examine()
  expect(code, 'exit code').toBe(0)
  expect(out).toMatch(
    /^✓ Node \d+\.\d+\.\d+\.\n✓ Site construit pour https:\/\/hera\.example, le 2026-11-20, commit [0-9a-f]{40}\.\n! Le site ne tourne pas\..*✓ Base de données : .*\n✓ La base .* est saine \(0,\d Mo\)\.$/s,
  )
  expect(out).not.toMatch(/✗| $/m)
})

it('doctor asks the running site for its commit; another one is reported, no answer is a failure', async () => {
  let commit = '0123456789abcdef0123456789abcdef01234567'
  const server = createServer((_, response) => response.end(JSON.stringify({ commit }))).listen(0, '127.0.0.1')
  const release = lockForServing(operator.path)
  onTestFinished(() => {
    release()
    server.close()
  })
  await once(server, 'listening')
  operator.context.config.port = (server.address() as AddressInfo).port
  expect(await linesWith('Le site')).toContain(`✓ Le site tourne, commit ${commit}.`)
  commit = 'fedc'
  expect(await linesWith('Le site')).toContainEqual(
    expect.stringMatching(/^! Le site qui tourne est d’une autre construction, commit fedc\. Redémarrez-le/),
  )
  operator.context.config.port = 1
  expect(await linesWith('ne répond pas')).toEqual([expect.stringMatching(/^✗ .*http:\/\/127\.0\.0\.1:1\./)])
})

describe('files checked by doctor', () => {
  it('must be readable by their owner only', async () => {
    await operator.run('erase', ['personne@exemple.fr'], { yes: true })
    const files = [operator.path, `${operator.path}-wal`, keyPath(operator.path), erasuresPath(operator.path)]
    for (const [n, file] of files.entries()) chmodSync(file, n % 2 ? 0o640 : 0o604)
    expect(await linesWith('chmod')).toEqual(
      files.map((file) => `✗ ${file} est lisible par d’autres. chmod 600 ${file}`),
    )
  })

  it('are called damaged if a page is, by doctor and by the server, which does not start', async () => {
    for (let n = 0; n < 300; n++) operator.submit('contact', { message: `${n} ${'x'.repeat(400)}` })
    const root = "SELECT rootpage FROM sqlite_schema WHERE name = 'contact_messages'"
    const page = Number(operator.db.prepare(root).pluck().get())
    operator.db.pragma('wal_checkpoint(TRUNCATE)')
    operator.db.close()
    writeFileSync(operator.path, readFileSync(operator.path).fill(0x5a, (page - 1) * 4096, page * 4096))
    expect(() => openCheckedDatabase(operator.path)).toThrow(
      `${operator.path} est endommagé. Restaurez une sauvegarde.`,
    )
    operator.context.db = () => openExisting(operator.path)
    const { code, out } = await examine()
    expect([code, out]).toEqual([1, expect.stringContaining(`✗ ${operator.path} est endommagé`)])
    expect(out, 'the other parts').toMatch(/^✓ Disque : /m)
  })
})

it('doctor tries the mail server up to the password, and sends nothing', async () => {
  const server = await openMailServer({ password: 'juste' })
  operator.context.config.mail = mailConfig(server.url)
  expect(await linesWith('Le serveur d’e-mail répond')).toHaveLength(1)
  operator.context.config.mail = mailConfig(server.url.replace('juste', 'faux'))
  expect(await examine()).toMatchObject({ code: 1, out: expect.stringMatching(/^✗ E-mails, Connexion : /m) })
  expect(server.received).toEqual([])
  await server.close()
})
