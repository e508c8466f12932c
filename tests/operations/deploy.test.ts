import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../src/server/config.ts'
import { folder, scratchFolder } from '../support/scratch-folder.ts'
import { PROGRAM_ENV, SERVE, SERVE_SETTING } from '../support/site.ts'

const [, ...command] = SERVE

it.each([
  ['npm start', JSON.parse(readFileSync('package.json', 'utf8')).scripts.start],
  ['systemd', /^ExecStart=(.*)$/m.exec(readFileSync('deploy/hera.service', 'utf8'))?.[1]],
  ['the container', JSON.parse(/^CMD (.*)$/m.exec(readFileSync('deploy/Dockerfile', 'utf8'))?.[1] ?? '[]').join(' ')],
])('%s runs the same command as npm run serve', (_, line) => {
  expect(command).toContain('server.mjs')
  expect(line).toMatch(new RegExp(`node ${command.join(' ')}$`))
})

it.each(['deploy/hera.service', 'deploy/Dockerfile'])('%s sets what npm run serve sets', (file) => {
  expect(SERVE_SETTING).toMatch(/^[A-Z_]+=\d+$/)
  expect(readFileSync(file, 'utf8')).toContain(SERVE_SETTING)
})

async function listen(answer: RequestListener): Promise<number> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

it('the health check of the container passes only if the site answers 200', async () => {
  const line = /^HEALTHCHECK [^\n]*\\\n\s+CMD (.*)$/m.exec(readFileSync('deploy/Dockerfile', 'utf8'))?.[1] ?? '[]'
  const [shell = '', ...args] = JSON.parse(line) as string[]
  const check = async (port: number) => {
    const child = spawn(shell, args, { env: { ...PROGRAM_ENV, PORT: String(port) }, stdio: 'ignore' })
    return (await once(child, 'exit'))[0]
  }
  expect(await check(await listen((_, response) => response.end('{}')))).toBe(0)
  expect(await check(await listen((_, response) => response.writeHead(503).end()))).not.toBe(0)
  expect(await check(1)).not.toBe(0)
})

it('the shipped hera.env is valid with all its commented settings', () => {
  const text = readFileSync('deploy/hera.env', 'utf8').replace(/^#(?=[A-Z_]+=)/gm, '')
  const env = Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const [, name = '', value = ''] = /^([A-Z_]+)='?(.*?)'?$/.exec(line) ?? []
      return name ? [[name, value]] : []
    }),
  )
  const config = readConfig(env)
  expect(config).toMatchObject({ host: '127.0.0.1', port: 4321, siteUrl: 'https://www.exemple.fr' })
  expect(config.mail).toMatchObject({ from: 'Hera <bonjour@exemple.fr>' })
})

describe('deploy.sh', () => {
  scratchFolder()

  /** Deploys the commit with a service that answers with the content of a file. */
  function deploy(answering: string) {
    const [base, bin] = [join(folder, 'opt'), join(folder, 'bin')]
    const program = (name: string, text: string) =>
      writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
    const commit = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).stdout.trim()
    for (const made of [bin, join(base, 'former'), join(base, 'older')]) mkdirSync(made, { recursive: true })
    symlinkSync(join(base, 'former'), join(base, 'current'))
    writeFileSync(join(folder, 'hera.env'), 'SITE_URL=https://www.exemple.fr\nPORT=4321\n')
    program('npm', `echo "$@" "$SITE_URL" >> ${folder}/npm`)
    program('restart', `readlink ${base}/current >> ${folder}/restarts`)
    program('curl', `echo '{"status":"ok","commit":"${answering || commit}"}'`)
    program('sleep', '')
    const own = { HERA_BASE: base, HERA_ENV: join(folder, 'hera.env'), HERA_RESTART: join(bin, 'restart') }
    const env = { PATH: `${bin}:${process.env.PATH}`, ...own }
    const ran = spawnSync('sh', [resolve('deploy/deploy.sh')], { env, encoding: 'utf8' })
    const lines = (name: string) => readFileSync(join(folder, name), 'utf8').trim().split('\n')
    return { ...ran, commit, base, current: readlinkSync(join(base, 'current')), lines }
  }

  it('builds beside the running folder, switches, waits for the commit, and keeps the one before', () => {
    const { status, stdout, commit, base, current, lines } = deploy('')
    expect([status, stdout]).toEqual([0, `En ligne : ${commit}\n`])
    expect(current).toBe(join(base, commit))
    expect(lines('npm')).toEqual(['ci --no-audit --no-fund ', 'run build https://www.exemple.fr'])
    expect(lines('restarts')).toEqual([join(base, commit)])
    expect(readdirSync(base).sort()).toEqual([commit, 'current', 'former'].sort())
  })

  it('goes back to the former folder if another commit answers', () => {
    const { status, stderr, commit, base, current, lines } = deploy('0000')
    expect(status).toBe(1)
    expect(stderr).toContain(`Le commit ${commit} ne répond pas : retour à ${join(base, 'former')}`)
    expect(current).toBe(join(base, 'former'))
    expect(lines('restarts')).toEqual([join(base, commit), join(base, 'former')])
  })
})
