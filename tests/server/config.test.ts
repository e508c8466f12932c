import { describe, expect, it } from 'vitest'
import { isPublic, readConfig, siteUrl } from '../../src/server/config.ts'

describe('readConfig', () => {
  it('has a default for everything, and takes an empty variable for none', () => {
    expect(readConfig({ PORT: '', SITE_URL: '' })).toEqual({
      host: '127.0.0.1',
      port: 4321,
      databasePath: 'db/hera.sqlite',
      trustedProxies: 0,
    })
    expect(siteUrl(readConfig({ PORT: '5000' }))).toBe('http://localhost:5000')
  })

  it('reads mail as a whole, and names what is missing from it', () => {
    const mail = { SMTP_URL: 'smtp://x', MAIL_FROM: 'Hera <a@b.fr>', MAIL_TO: 'c@d.fr' }
    const read = { smtpUrl: 'smtp://x', from: 'Hera <a@b.fr>', to: ['c@d.fr'], toByForm: {}, perHour: 300 }
    expect(readConfig(mail).mail).toEqual(read)
    const more = { MAIL_TO: 'c@d.fr, Léa <e@f.fr>', MAIL_TO_CONTACT: 'g@h.fr', MAIL_PER_HOUR: '20' }
    expect(readConfig({ ...mail, ...more }).mail).toEqual({
      ...read,
      to: ['c@d.fr', 'Léa <e@f.fr>'],
      toByForm: { contact: ['g@h.fr'] },
      perHour: 20,
    })
    expect(() => readConfig({ ...mail, MAIL_TO_INCONNU: 'g@h.fr' })).toThrow(
      'MAIL_TO_INCONNU ne nomme aucun formulaire',
    )
    expect(() => readConfig({ ...mail, MAIL_PER_HOUR: '0' })).toThrow('MAIL_PER_HOUR doit')
    expect(() => readConfig({ ...mail, MAIL_TO: 'c@d.fr,' })).toThrow('MAIL_TO doit')
    expect(() => readConfig({ ...mail, MAIL_TO: '' })).toThrow('MAIL_TO manque')
  })

  it('takes an origin for SITE_URL, nothing more', () => {
    expect(readConfig({ SITE_URL: 'https://www.exemple.fr/' }).siteUrl).toBe('https://www.exemple.fr')
    for (const value of ['exemple.fr', 'https://exemple.fr/blog', 'ftp://exemple.fr', 'https://a:b@exemple.fr'])
      expect(() => readConfig({ SITE_URL: value })).toThrow('SITE_URL')
  })
})

describe('isPublic', () => {
  it('is true for a site that anyone can reach', () => {
    for (const origin of ['https://www.hera.fr', 'http://8.8.8.8', 'https://[2001:db8::1]'])
      expect(isPublic(origin)).toBe(true)
  })

  it('is false for this machine, a private network and the reserved names', () => {
    for (const host of [
      'localhost:4321',
      '127.0.0.1',
      '10.1.2.3',
      '192.168.1.1',
      '172.20.0.1',
      '[::1]',
      '[fd00::1]',
      'atelier',
      'site.example',
      'a.test',
      'x.invalid',
    ])
      expect(isPublic(`http://${host}`), host).toBe(false)
  })
})
