import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { installOn } from '../../src/cli/install.ts'
import { fillEnvironment, fillProxy, smtpUrlOf } from '../../src/server/operations/install/fill-in.ts'
import { type Machine, thisMachine } from '../../src/server/operations/install/machine.ts'
import { stepsFor } from '../../src/server/operations/install/steps.ts'
import { type MailServer, openMailServer } from '../smtp.ts'
import { type Operator, openOperator } from './operator.ts'

describe('the environment file', () => {
  it.each([
    ['a@b.fr', 'MAIL_FROM=a@b.fr'],
    ['Hera <a@b.fr>', "MAIL_FROM='Hera <a@b.fr>'"],
    ['a # b; $(c) `d` \\ "e"', 'MAIL_FROM=\'a # b; $(c) `d` \\ "e"\''],
    ["L'atelier <a@b.fr>", 'MAIL_FROM="L\'atelier <a@b.fr>"'],
    ['$& $1', "MAIL_FROM='$& $1'"],
  ])('quotes any value correctly: %s', (value, line) => {
    expect(fillEnvironment('A=1\n#MAIL_FROM=x\n# MAIL_FROM=y\n', { MAIL_FROM: value })).toBe(
      `A=1\n${line}\n# MAIL_FROM=y\n`,
    )
    expect(fillEnvironment('A=1\nMAIL_FROM=x', { MAIL_FROM: value })).toBe(`A=1\n${line}`)
    expect(
      fillEnvironment('#MAIL_FROM=x\nMAIL_FROM=y\n#MAIL_FROM=z\nMAIL_FROM=old\n', { MAIL_FROM: value }),
      'the effective line',
    ).toBe(`#MAIL_FROM=x\nMAIL_FROM=y\n#MAIL_FROM=z\n${line}\n`)
    expect(fillEnvironment('A=1', { MAIL_FROM: value })).toBe(`A=1\n${line}\n`)
  })

  it('rejects a value with both kinds of quotes', () => {
    expect(() => fillEnvironment('', { MAIL_FROM: `L'atelier "Hera"` })).toThrow('deux sortes de guillemets')
  })

  it('encodes any name and password in SMTP_URL', () => {
    const server = { host: 'smtp.x.fr', port: '465', user: 'a@b', password: `p'"@:/#%é(!)` }
    const url = smtpUrlOf(server)
    expect(url).not.toMatch(/['"()!]/)
    expect(decodeURIComponent(new URL(url).password)).toBe(server.password)
    expect([smtpUrlOf({ ...server, port: '587' }), smtpUrlOf({ ...server, user: '' })]).toEqual([
      expect.stringMatching(/^smtp:\/\/a%40b:/),
      'smtps://smtp.x.fr:465',
    ])
  })
})

it.each(['Caddyfile', 'nginx.conf'])('the shipped %s is filled in for a name with and without www', (name) => {
  const shipped = readFileSync(`deploy/${name}`, 'utf8')
  expect(fillProxy(shipped, 'www.hera.fr', 4321)).toBe(shipped.replaceAll('exemple.fr', 'hera.fr'))
  const bare = fillProxy(shipped, 'hera.fr', 4400)
  expect(bare).not.toMatch(/exemple|www\.www|127\.0\.0\.1:4321/)
  expect(bare).toMatch(name === 'Caddyfile' ? /redir https:\/\/hera\.fr\{uri\}/ : /return 308 https:\/\/hera\.fr/)
})

it('nginx reloads on each renewal of its certificate, as in the guide', () => {
  const wanted = { siteUrl: 'https://hera.fr', port: 4321, values: {} }
  const steps = stepsFor({ ...thisMachine, read: () => '' }, 'deploy', { ...wanted, proxy: 'nginx' })
  const hook = '--deploy-hook "systemctl reload nginx"'
  expect(steps.filter((step) => 'line' in step && step.line.includes(hook))).toHaveLength(1)
  expect(readFileSync('deploy/LISEZMOI.md', 'utf8')).toContain(hook)
})

it('thisMachine writes a complete file with only the given permissions, and throws when a command fails', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hera-install-'))
  const path = join(folder, 'hera.env')
  writeFileSync(`${path}.part`, 'what an earlier time left', { mode: 0o644 })
  thisMachine.write(path, 'A=1', 0o622)
  expect([readdirSync(folder), readFileSync(path, 'utf8')]).toEqual([['hera.env'], 'A=1'])
  expect((statSync(path).mode & 0o777).toString(8)).toBe('622')
  rmSync(folder, { recursive: true })
  expect(() => thisMachine.run('exit 3')).toThrow('Cette ligne a échoué : exit 3')
  expect(['true', 'exit 1'].filter(thisMachine.succeeds)).toEqual(['true'])
  // As in a container without systemd and ss.
  const { PATH } = process.env
  process.env.PATH = '/nowhere'
  onTestFinished(() => {
    process.env.PATH = PATH
  })
  expect({ clock: thisMachine.isClockSet(), ss: thisMachine.succeeds('ss') }).toEqual({ clock: undefined, ss: false })
})

describe('hera install', () => {
  let operator: Operator
  let mail: MailServer
  /** Files of the machine by path; `lines` are the commands that were run. */
  let files: Map<string, string>
  let modes: Record<string, string>
  let lines: string[]
  let names: Record<string, string[]>
  let takenPorts: number[]
  let answers: string[]
  beforeEach(async () => {
    operator = openOperator()
    mail = await openMailServer()
    files = new Map()
    modes = {}
    lines = []
    names = { 'www.hera.fr': ['192.0.2.7'], 'hera.fr': ['192.0.2.7'] }
    takenPorts = []
    operator.answer = () => answers.shift() ?? 'oui'
    const build = JSON.parse(readFileSync(operator.file('dist/build.json'), 'utf8'))
    writeFileSync(operator.file('dist/build.json'), JSON.stringify({ ...build, siteUrl: 'https://www.hera.fr' }))
  })
  afterEach(async () => {
    await mail.close()
    operator.close()
  })

  const machine: Machine = {
    addressesOf: async (name) => names[name] ?? [],
    ownAddresses: () => ['192.0.2.7'],
    isPortFree: async (port) => !takenPorts.includes(port),
    isClockSet: () => true,
    read: (path) => files.get(path) ?? (path.includes('/deploy/') ? readFileSync(path, 'utf8') : undefined),
    write(path, text, mode) {
      files.set(path, text)
      modes[path] = mode.toString(8)
    },
    run: (line) => void lines.push(line),
    succeeds: (test) => test !== 'false' && lines.length > 5,
  }
  const run = (...given: string[]) => {
    answers = given
    operator.printed.length = 0
    return installOn(machine, operator.context)
  }
  const mailAnswers = () => ['localhost', String(mail.port), '', 'L’atelier <a@hera.fr>', 'b@hera.fr']

  it('shows each file and command, applies them after a yes, and finds nothing to do the second time', async () => {
    expect(await run('caddy', ...mailAnswers()), 'exit code').toBe(0)
    const environment = files.get('/etc/hera/hera.env') ?? ''
    for (const line of ['SITE_URL=https://www.hera.fr', "MAIL_FROM='L’atelier <a@hera.fr>'", 'MAIL_TO=b@hera.fr'])
      expect(environment.split('\n')).toContain(line)
    expect(modes).toEqual({ '/etc/hera/hera.env': '640', '/etc/caddy/Caddyfile': '644' })
    expect(files.get('/etc/caddy/Caddyfile')).toContain('\nwww.hera.fr {')
    const shown = operator.printed.join('\n')
    expect(shown).not.toContain('AAAA')
    for (const text of [...files.values(), ...lines]) expect(shown).toContain(text.trim().split('\n').at(-1))
    expect(shown).toContain('✓ Le serveur d’e-mail répond.')
    expect(lines.join('\n')).toMatch(
      /useradd .*\n.*install -d .*\n.*chgrp .*\n.*systemctl link .*\n.*apt-get install --yes caddy/s,
    )

    const before = lines.length
    expect(await run('caddy', ''), 'exit code the second time').toBe(0)
    expect(lines.slice(before)).toEqual(['systemctl reload caddy'])
    expect(files.get('/etc/hera/hera.env')).toBe(environment)
  })

  it('asks a wrong answer again, and only that one', async () => {
    const asked: string[] = []
    operator.context.terminal.ask = async (question) => {
      asked.push(question.replace(/[ ,].*/, ''))
      return answers.shift() ?? 'oui'
    }
    const [host, port, user] = mailAnswers()
    const given = ['caddi', 'caddy', 'smtp x', host, '465a', port, user, 'L’atelier', 'a@hera.fr', '', 'b@hera.fr']
    expect(await run(...given.map(String)), 'exit code').toBe(0)
    expect(asked.slice(0, 11)).toEqual(
      ['Proxy', 'Serveur', 'Son', 'Nom', 'Expéditeur', 'Qui'].flatMap((first) =>
        first === 'Nom' ? first : [first, first],
      ),
    )
    expect(operator.noted.slice(0, 3)).toEqual([
      'Répondez caddy ou nginx.',
      'Écrivez un nom de serveur, comme smtp.exemple.fr.',
      'Écrivez un nombre de 1 à 65535.',
    ])
    expect(operator.noted[3]).toMatch(/^MAIL_FROM doit être/)
    expect(operator.noted[4]).toMatch(/^MAIL_TO manque/)
    expect(files.get('/etc/hera/hera.env')).toMatch(/^MAIL_FROM=a@hera\.fr\n(#.*\n)*MAIL_TO=b@hera\.fr$/m)
  })

  it('asks for e-mail again if the server rejects it, with the former answers, and shows no password', async () => {
    const secret: string[] = []
    const { terminal } = operator.context
    const KEEP = '='
    terminal.ask = async (question, { isSecret, draft } = {}) => {
      if (isSecret) secret.push(question)
      const answer = answers.shift() ?? 'oui'
      return answer === KEEP ? draft : answer
    }
    const first = ['localhost', '1', 'moi', 'Chut!', 'a@hera.fr', 'b@hera.fr']
    expect(await run('caddy', ...first, 'oui', KEEP, String(mail.port), KEEP, '', KEEP, KEEP, 'non')).toBe(0)
    expect(secret).toEqual([
      'Mot de passe (ne s’affiche pas) : ',
      'Mot de passe (ne s’affiche pas ; vide : inchangé) : ',
    ])
    expect(files.get('/etc/hera/hera.env')).toContain(`\nSMTP_URL=smtp://moi:Chut%21@localhost:${mail.port}\n`)
    const shown = operator.printed.join('\n')
    expect(shown).not.toContain('Chut')
    expect(shown).toContain(`\nSMTP_URL=smtp://moi:…@localhost:${mail.port}\n`)
  })

  it('lets a former answer be emptied', async () => {
    const first = ['localhost', '1', 'moi', 'Chut!', 'a@hera.fr', 'b@hera.fr']
    await run('caddy', ...first, 'oui', 'localhost', String(mail.port), '', 'a@hera.fr', 'b@hera.fr')
    expect(files.get('/etc/hera/hera.env')).toContain(`\nSMTP_URL=smtp://localhost:${mail.port}\n`)
    files.clear()
    await run('caddy', ...first, 'oui', '')
    expect(files.get('/etc/hera/hera.env'), 'no e-mail yet').toMatch(/^#SMTP_URL=/m)
  })

  it('applies nothing after a no', async () => {
    expect(await run('nginx', '', 'non'), 'exit code after a no').toBe(1)
    expect([lines, [...files]]).toEqual([[], []])
    operator.context.terminal.ask = async () => undefined
    await expect(run()).rejects.toThrow('Cette commande demande un terminal.')
  })

  it('reports what is not ready, and asks whether to continue', async () => {
    names = { 'www.hera.fr': ['192.0.2.7', '203.0.113.1'] }
    takenPorts = [80]
    expect(await run('nginx', 'localhost', '1', '', 'a@hera.fr', 'b@hera.fr', 'non', 'non'), 'exit code').toBe(1)
    const shown = operator.printed.join('\n')
    expect(shown).toMatch(
      /^! www\.hera\.fr mène à 192\.0\.2\.7, 203\.0\.113\.1, et cette machine se connaît 192\.0\.2\.7/m,
    )
    expect(shown).toMatch(/^✗ hera\.fr ne mène nulle part/m)
    expect(shown).toMatch(/^✗ Le port 80 est pris.*\n✓ Le port 443 est libre/m)
    expect(shown).toMatch(/^✗ E-mails, /m)
    expect(lines, 'commands run after a no').toEqual([])
  })

  it('requires an AAAA record if the machine has an IPv6 address', async () => {
    answers = ['caddy', '', 'non']
    names['hera.fr']?.push('2001:db8::7')
    await installOn({ ...machine, ownAddresses: () => ['192.0.2.7', '2001:db8::7'] }, operator.context)
    expect(operator.printed.join('\n')).toMatch(/! www\.hera\.fr n’a pas d’enregistrement AAAA[^A]*$/)
  })

  it('rejects an archive that is not built for a public site', async () => {
    operator.close()
    operator = openOperator()
    await expect(run()).rejects.toThrow('Cette archive est construite pour https://hera.example')
  })
})
