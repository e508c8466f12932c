import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../src/server/config.ts'
import { folder, scratchFolder } from '../scratch-folder.ts'
import { openSite, PROGRAM_ENV, SERVE } from '../site.ts'

const [, ...command] = SERVE

it.each([
  ['npm start', JSON.parse(readFileSync('package.json', 'utf8')).scripts.start],
  ['systemd', /^ExecStart=(.*)$/m.exec(readFileSync('deploy/hera.service', 'utf8'))?.[1]],
  ['the container', JSON.parse(/^CMD (.*)$/m.exec(readFileSync('deploy/Dockerfile', 'utf8'))?.[1] ?? '[]').join(' ')],
])('%s runs the same command as npm run serve', (_, line) => {
  expect(command).toContain('server.mjs')
  expect(line).toMatch(new RegExp(`node ${command.join(' ')}$`))
})

/** Returns the exit code of the container's health check against a server on that port. */
async function healthCheck(port: string | number): Promise<number | null> {
  const line = /^HEALTHCHECK [^\n]*\\\n\s+CMD (.*)$/m.exec(readFileSync('deploy/Dockerfile', 'utf8'))?.[1] ?? '[]'
  const [, ...args] = JSON.parse(line) as string[]
  const check = spawn(process.execPath, args, { env: { ...PROGRAM_ENV, PORT: String(port) } })
  const [code] = await once(check, 'exit')
  return code
}

it('the container is healthy only while the site is ready', async () => {
  const site = await openSite()
  onTestFinished(async () => void (await site.close()))
  const { port } = new URL(site.url)
  expect(await healthCheck(port), 'exit code while the site is ready').toBe(0)
  await site.close()
  expect(await healthCheck(port), 'exit code once it is stopped').toBe(1)
})

it.each<[string, RequestListener]>([
  ['that responds 503', (_, response) => response.writeHead(503).end()],
  ['that hangs', () => {}],
])('the container is unhealthy with a server %s', async (_, answer) => {
  const server = createServer(answer).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  expect(await healthCheck((server.address() as AddressInfo).port)).toBe(1)
})

describe('/usr/local/bin/hera', () => {
  scratchFolder()
  beforeEach(() => {
    const own = readFileSync('deploy/hera', 'utf8')
      .replaceAll('/etc/hera', folder)
      .replace('/opt/hera/current/node_modules/.bin/node', 'env')
      .replace('/opt/hera/current/hera.mjs "$@"', '-0')
      .replace('runuser', 'echo')
      .replace('$(id -u)', '0')
    writeFileSync(join(folder, 'hera'), own)
  })

  /** Returns the environment that the command gets from a file with this text. */
  function environment(text: string): Record<string, string> {
    writeFileSync(join(folder, 'hera.env'), text)
    const { stdout, stderr } = spawnSync('sh', [join(folder, 'hera'), 'upgrade'], {
      env: PROGRAM_ENV,
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    return Object.fromEntries(stdout.split('\0').map((line) => [line.split('=')[0], line.replace(/^[^=]*=/, '')]))
  }

  it.each([
    ['MAIL_FROM=Hera <bonjour@exemple.fr>', 'Hera <bonjour@exemple.fr>'],
    ['MAIL_FROM="L’atelier d\'Hera <bonjour@exemple.fr>"', "L’atelier d'Hera <bonjour@exemple.fr>"],
    ['MAIL_FROM=\'Hera "la maison" <bonjour@exemple.fr>\'', 'Hera "la maison" <bonjour@exemple.fr>'],
    ['MAIL_FROM=$(touch x) `touch y` ; a & b # c = d', '$(touch x) `touch y` ; a & b # c = d'],
    ['MAIL_FROM=a\\b', 'a\\b'],
    ['MAIL_FROM=', ''],
    ['MAIL_FROM=Hera <bonjour@exemple.fr>\r', 'Hera <bonjour@exemple.fr>'],
    ["MAIL_FROM = 'Hera  '\r", 'Hera  '],
    ['MAIL-COPIE=a\n1=a\n=a\nmail from=a\nMAIL_FROM=b==', 'b=='],
  ])('reads %s as systemd does', (line, value) => {
    expect(environment(`# MAIL_FROM=non\n#MAIL_FROM=non\n\n  AUTRE=1\n${line}`)).toMatchObject({
      MAIL_FROM: value,
      AUTRE: '1',
    })
  })

  it.each([
    ['install', undefined],
    ['upgrade', undefined],
    ['rollback', undefined],
    ['restore', undefined],
    // After the unit that uses the same repository.
    ['offsite', '-u hera -- flock /var/lib/hera/ailleurs.lock env'],
    ['list', '-u hera -- env'],
  ])('runs %s as root or with %s', (name, prefix) => {
    writeFileSync(join(folder, 'ailleurs.env'), 'RESTIC_PASSWORD=a=b\n')
    const { stdout } = spawnSync('sh', [join(folder, 'hera'), name], { env: PROGRAM_ENV, encoding: 'utf8' })
    expect(stdout).toMatch(prefix ? `${prefix} /opt/hera/current/hera.mjs ${name}\n` : /(^|\0)RESTIC_PASSWORD=a=b\0/)
  })

  it.each(['backup', 'restore', 'export'])('takes a relative name of %s from the current folder', (name) => {
    const command = join(folder, 'hera')
    writeFileSync(command, readFileSync(command, 'utf8').replace(/exec (echo|"\$node") .*/g, 'exec pwd'))
    const { stdout } = spawnSync('sh', [command, name], { cwd: '/usr', env: PROGRAM_ENV, encoding: 'utf8' })
    expect(stdout).toBe('/usr\n')
  })

  it.each([
    ['doctor', true],
    ['install', false],
  ])('says if its environment is missing, with %s: %s', (name, said) => {
    const run = () => spawnSync('sh', [join(folder, 'hera'), name], { env: PROGRAM_ENV, encoding: 'utf8' }).stderr
    expect(run()).toBe(
      said
        ? `${folder}/hera.env manque, donc le chemin de la base et le courrier : reprenez-le d’une copie, ou « hera install ».\n`
        : '',
    )
    writeFileSync(join(folder, 'hera.env'), '')
    expect(run()).toBe('')
  })

  it('refuses to run as another user and prints the sudo command', () => {
    const command = join(folder, 'hera')
    writeFileSync(command, readFileSync('deploy/hera', 'utf8').replace('$(id -u)', '1000'))
    const { status, stdout, stderr } = spawnSync('sh', [command, 'list', 'contact'], {
      env: PROGRAM_ENV,
      encoding: 'utf8',
    })
    expect([status, stdout, stderr]).toEqual([1, '', `hera se lance en root : sudo ${command} list contact\n`])
  })

  it('reads the shipped hera.env with all its commented settings', () => {
    const config = readConfig(environment(readFileSync('deploy/hera.env', 'utf8').replace(/^#(?=[A-Z_]+=)/gm, '')))
    expect(config).toMatchObject({ host: '127.0.0.1', port: 4321, siteUrl: 'https://www.exemple.fr' })
    expect(config.mail).toMatchObject({ from: 'Hera <bonjour@exemple.fr>' })
  })
})
