import { describe, expect, it } from 'vitest'
import { elapsedOf, KEY_TIME_LENGTH, newSubmissionKey, openEnvelope } from '../../src/forms/envelope.ts'
import { forms } from '../../src/forms/index.ts'

describe('openEnvelope', () => {
  it('reads what is well formed and forgets the rest', () => {
    const good = openEnvelope(forms.contact, {
      submission_key: 'a'.repeat(36),
      page: '/contact',
      notice_version: 'abcdef012345',
    })
    expect(good).toEqual({
      submissionKey: 'a'.repeat(36),
      page: '/contact',
      noticeVersion: 'abcdef012345',
      suspectedSpam: false,
    })
    const bad = openEnvelope(forms.contact, { submission_key: '<x>', page: 'https://ailleurs.fr', notice_version: 'X' })
    expect(bad).toEqual({ submissionKey: undefined, page: undefined, noticeVersion: undefined, suspectedSpam: false })
  })

  it('takes the keys that the page makes: each another, those of one time beginning alike, later ones after them', () => {
    const at = Date.parse('2026-11-21T10:00:00Z')
    const keys = Array.from({ length: 100 }, () => newSubmissionKey(at))
    expect(new Set(keys).size, 'keys that differ').toBe(keys.length)
    for (const key of keys) expect(openEnvelope(forms.contact, { submission_key: key }).submissionKey).toBe(key)
    const [time] = new Set(keys.map((key) => key.slice(0, KEY_TIME_LENGTH)))
    expect(keys.filter((key) => !key.startsWith(`${time}-`))).toEqual([])
    expect(keys.filter((key) => key >= newSubmissionKey(at + 1))).toEqual([])
  })

  it('takes a value that is well formed from end to end only', () => {
    const opened = (input: object) => openEnvelope(forms.contact, { ...input })
    const key = 'clef-de-8'
    for (const [name, read, good] of [
      ['submission_key', 'submissionKey', key],
      ['notice_version', 'noticeVersion', 'abcdef012345'],
      ['page', 'page', '/hera-club'],
      ['page', 'page', '/legal/page_2'],
    ] as const) {
      expect(opened({ [name]: ` ${good} ` })[read]).toBe(good)
      for (const bad of [`<${good}`, `${good}>`, '', [good], null])
        expect(opened({ [name]: bad })[read], `${name}: ${bad}`).toBeUndefined()
    }
    for (const length of [8, 64])
      expect(opened({ submission_key: 'k'.repeat(length) }).submissionKey).toBe('k'.repeat(length))
    for (const length of [7, 65]) expect(opened({ submission_key: 'k'.repeat(length) }).submissionKey).toBeUndefined()
    const inherited = openEnvelope(forms.contact, Object.create({ submission_key: key }))
    expect(inherited.submissionKey, 'a key that is inherited').toBeUndefined()
  })

  it('suspects who fills the trap or a long form faster than anyone types, never who sends no token', () => {
    expect(openEnvelope(forms.contact, { confirm_subject: 'x' }).suspectedSpam, 'the trap').toBe(true)
    expect(openEnvelope(forms.ambassador, { elapsed_ms: '50' }).suspectedSpam, 'a long form in 50 ms').toBe(true)
    expect(openEnvelope(forms.ambassador, { elapsed_ms: '50000' }).suspectedSpam, 'a long form in 50 s').toBe(false)
    expect(openEnvelope(forms.waitlist, { elapsed_ms: '50' }).suspectedSpam, 'a short form in 50 ms').toBe(false)
    expect(openEnvelope(forms.ambassador, {}).suspectedSpam, 'no token').toBe(false)
  })

  it('is told whether a form was filled too fast, and never how long somebody stayed on its page', () => {
    for (const ms of [0, 50, 799.4]) {
      const input = { elapsed_ms: elapsedOf(ms) }
      expect(openEnvelope(forms.ambassador, input).suspectedSpam, `${ms} ms`).toBe(true)
    }
    expect(elapsedOf(1000)).toBe(elapsedOf(3_600_000))
    expect(openEnvelope(forms.ambassador, { elapsed_ms: elapsedOf(1000) }).suspectedSpam).toBe(false)
  })

  it.each([
    ['contact', '799', true],
    ['contact', '800', false],
    ['contact', '-50', false],
    ['contact', '5e1', false],
    ['contact', '0x5', false],
    ['withdrawal', '50', false],
    ['partnership', '50', true],
  ] as const)('counts as fast below 800 ms, on a form with more than three answers: %s, %s ms', (name, ms, fast) => {
    expect(openEnvelope(forms[name], { elapsed_ms: ms }).suspectedSpam).toBe(fast)
  })
})
