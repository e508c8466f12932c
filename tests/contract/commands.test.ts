import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isPublic, readConfig } from '../../src/server/config.ts'

/** Decisions «Commands»: what the environment is where it says nothing. */
describe('decisions «Commands»', () => {
  it('HOST 127.0.0.1, PORT 4321, DATABASE_PATH db/hera.sqlite, TRUSTED_PROXIES 0, no e-mail', () => {
    expect(readConfig({})).toEqual({
      host: '127.0.0.1',
      port: 4321,
      databasePath: 'db/hera.sqlite',
      trustedProxies: 0,
    })
  })

  it('MAIL_PER_HOUR 300, MAIL_TO one address or several, MAIL_TO_<FORM> takes its place for one form', () => {
    const { mail } = readConfig({
      SMTP_URL: 'smtps://hera.example',
      MAIL_FROM: 'bonjour@hera.example',
      MAIL_TO: 'un@hera.example, deux@hera.example',
      MAIL_TO_PARTNERSHIP: 'trois@hera.example',
    })
    expect(mail).toMatchObject({
      perHour: 300,
      to: ['un@hera.example', 'deux@hera.example'],
      toByForm: { partnership: ['trois@hera.example'] },
    })
  })

  it.each(['PORT', 'SITE_URL', 'TRUSTED_PROXIES', 'MAIL_PER_HOUR', 'SMTP_URL', 'MAIL_FROM', 'MAIL_TO'])(
    'a bad value of %s ends the start with one line that names it',
    (name) => {
      expect(() => readConfig({ [name]: 'x y' })).toThrow(name)
      expect(() => readConfig({ [name]: 'x y' })).not.toThrow(/\n/)
    },
  )

  it.each(['localhost', '192.168.1.4', '10.0.0.1', 'hera.example', 'www.hera.test', 'hera.invalid'])(
    '%s is not public',
    (host) => {
      expect(isPublic(`http://${host}`)).toBe(false)
    },
  )

  it('www.hera.fr is public', () => {
    expect(isPublic('https://www.hera.fr')).toBe(true)
  })

  it.each(['start', 'test', 'dev', 'build', 'serve', 'check', 'bench', 'hera'])('npm run %s is there', (name) => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
    expect(scripts).toHaveProperty(name)
  })
})
