import { describe, expect, it } from 'vitest'
import { houseAddress, isPublic, readConfig, siteUrl } from '../../src/server/config.ts'
import { ExpectedError } from '../../src/server/expected-error.ts'

describe('readConfig', () => {
  it('has defaults, and treats an empty variable as absent', () => {
    expect(readConfig({ PORT: '', SITE_URL: '' })).toEqual({
      host: '127.0.0.1',
      port: 4321,
      databasePath: 'db/hera.sqlite',
      trustedProxies: 0,
    })
    expect(siteUrl(readConfig({ PORT: '5000' }))).toBe('http://localhost:5000')
    expect(readConfig({ SITE_URL: 'https://www.exemple.fr/' }).siteUrl).toBe('https://www.exemple.fr')
  })

  it('reads mail settings together, and names the missing one', () => {
    const mail = { SMTP_URL: 'smtp://x', MAIL_FROM: 'Hera <a@b.fr>', MAIL_TO: 'c@d.fr' }
    const read = { smtpUrl: 'smtp://x', from: 'Hera <a@b.fr>', to: ['c@d.fr'], toByForm: {}, perHour: 300 }
    expect(readConfig(mail).mail).toEqual(read)
    const more = {
      MAIL_TO: 'c@d.fr, Léa <e@f.fr>',
      MAIL_TO_CONTACT: 'g@h.fr',
      MAIL_PER_HOUR: '20',
      MAIL_OPERATOR: 'Max <i@j.fr>',
    }
    expect(readConfig({ ...mail, ...more }).mail).toEqual({
      ...read,
      to: ['c@d.fr', 'Léa <e@f.fr>'],
      toByForm: { contact: ['g@h.fr'] },
      perHour: 20,
      operator: 'Max <i@j.fr>',
    })
    expect(() => readConfig({ ...mail, MAIL_TO_INCONNU: 'g@h.fr' })).toThrow(
      /^MAIL_TO_INCONNU ne nomme aucun formulaire.*MAIL_TO_CONTACT, .*MAIL_TO_QUOTE/,
    )
    expect(() => readConfig({ ...mail, MAIL_TO: 'c@d.fr,' })).toThrow('MAIL_TO doit')
    for (const name of ['MAIL_TO', 'MAIL_FROM'])
      expect(() => readConfig({ ...mail, [name]: '' })).toThrow(`${name} manque`)
  })
})

describe('an invalid value', () => {
  it.each([
    ['PORT', ['beaucoup', '-1', '65536', '80.5'], ['0', '65535']],
    ['TRUSTED_PROXIES', ['11', 'un'], ['0', '10']],
    ['MAIL_PER_HOUR', ['0', '100001'], ['1', '100000']],
    ['MAIL_FROM', ['personne', 'a@b@c', 'Hera <a@b.fr', 'a@b.fr, c@d.fr'], ['a@b.fr', 'Hera <a@b.fr>']],
    ['MAIL_TO', ['personne', ',', 'a@b.fr;c@d.fr'], ['a@b.fr', 'a@b.fr,Léa <c@d.fr>']],
    [
      'DATABASE_PATH',
      [
        ...[' ', '/var/lib/hera/', '"/var/lib/hera/hera.sqlite"', "'hera.sqlite'"],
        // A folder.
        ...[process.cwd(), '.'],
        // Would be served to everyone.
        ...['dist/client/hera.sqlite', `${process.cwd()}/public/hera.sqlite`],
      ],
      ['hera.sqlite', '/var/lib/l’atelier/hera.sqlite', ':memory:', 'db/public/hera.sqlite'],
    ],
    ['MAIL_OPERATOR', ['personne'], ['a@b.fr']],
    ['MAIL_TO_PARTNERSHIP', ['personne'], ['a@b.fr']],
    ['SITE_URL', 'exemple.fr https://x.fr/blog https://x.fr/?a https://a@x.fr ws://x.fr'.split(' '), ['http://x:80']],
  ])('of %s is named with the received value', (name, bad, good) => {
    for (const value of bad) {
      expect(() => readConfig({ [name]: value })).toThrow(ExpectedError)
      expect(() => readConfig({ [name]: value })).toThrow(
        new RegExp(`^${name} doit [^\\n]*\\. Valeur reçue : « ${RegExp.escape(value)} »\\.$`),
      )
    }
    for (const value of good) expect(() => readConfig({ [name]: value })).not.toThrow()
  })

  it.each([
    [
      'SMTP_URL',
      [
        ...['http://x', 'smtp://hera:secret@', 'smtp://secret.fr:0', 'smtp://x.fr/secret', 'smtp://x.fr#secret'],
        ...['smtp://u:se#cret@x.fr', 'smtp://u:secret%@x.fr'],
      ],
    ],
    ['HEARTBEAT_URL', ['hc-ping.com/secret', 'ftp://hc-ping.com/secret']],
  ])('of %s is not shown, because it contains a secret', (name, bad) => {
    for (const value of bad) {
      expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} doit`))
      expect(() => readConfig({ [name]: value })).not.toThrow(/secret|Valeur/)
    }
  })

  it('is neither a login that is an address, nor a heartbeat of this machine', () => {
    const mail = { MAIL_FROM: 'a@b.fr', MAIL_TO: 'c@d.fr' }
    for (const url of ['smtp://u@b.fr:p@x.fr', 'smtps://l%40b.fr:p%40ss@x.fr:465'])
      expect(readConfig({ SMTP_URL: url, ...mail }).mail?.smtpUrl).toBe(url)
    expect(readConfig(mail).mail, 'without SMTP_URL').toBeUndefined()
    expect(readConfig({ HEARTBEAT_URL: 'http://localhost:8000/x' }).heartbeatUrl).toBe('http://localhost:8000/x')
  })
})

it('people answer to the mailbox that is read, if its user is an address', () => {
  expect(houseAddress('Hera <a@b.fr>', 'imaps://c%40d.fr:p@x.fr')).toBe('c@d.fr')
  expect(houseAddress('Hera <a@b.fr>', 'imaps://c:p@x.fr')).toBe('a@b.fr')
})

it('isPublic is false for this machine, private networks and reserved names only', () => {
  const open = 'www.hera.fr 8.8.8.8 172.15.0.1 172.32.0.1 192.169.0.1 [2001:db8::1] localhost.fr a.latest'
  for (const host of open.split(' ')) expect(isPublic(`https://${host}`), host).toBe(true)
  const numbers = '127.0.0.1 10.1.2.3 192.168.1.1 172.16.0.1 172.31.255.255 169.254.1.1 0.0.0.0'
  const groups = '[::] [::1] [fe80::1] [fc00::1] [fd00::1]'
  const names = 'localhost:4321 a.localhost nas.local site.internal atelier site.example a.test x.invalid'
  for (const host of [numbers, groups, names].join(' ').split(' ')) expect(isPublic(`http://${host}`), host).toBe(false)
})
