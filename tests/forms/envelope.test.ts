import { describe, expect, it } from 'vitest'
import { elapsedOf, KEY_TIME_LENGTH, newSubmissionKey, openEnvelope } from '../../src/forms/envelope.ts'
import { forms } from '../../src/forms/index.ts'

describe('openEnvelope', () => {
  it('reads valid values and drops invalid ones', () => {
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

  it('accepts keys of newSubmissionKey: unique, with a common prefix per instant, sorted by time', () => {
    const at = Date.parse('2026-11-21T10:00:00Z')
    const keys = Array.from({ length: 100 }, () => newSubmissionKey(at))
    expect(new Set(keys).size, 'distinct keys').toBe(keys.length)
    for (const key of keys) expect(openEnvelope(forms.contact, { submission_key: key }).submissionKey).toBe(key)
    const [time] = new Set(keys.map((key) => key.slice(0, KEY_TIME_LENGTH)))
    expect(keys.filter((key) => !key.startsWith(`${time}-`))).toEqual([])
    expect(keys.filter((key) => key >= newSubmissionKey(at + 1))).toEqual([])
  })

  it('accepts a value only if all of it is valid', () => {
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
    expect(inherited.submissionKey, 'an inherited key').toBeUndefined()
  })

  it('suspects spam if the honeypot is filled or a long form was filled too fast, but not without a token', () => {
    expect(openEnvelope(forms.contact, { confirm_subject: 'x' }).suspectedSpam, 'the honeypot').toBe(true)
    expect(openEnvelope(forms.ambassador, { elapsed_ms: '50' }).suspectedSpam, 'a long form in 50 ms').toBe(true)
    expect(openEnvelope(forms.ambassador, { elapsed_ms: '50000' }).suspectedSpam, 'a long form in 50 s').toBe(false)
    expect(openEnvelope(forms.waitlist, { elapsed_ms: '50' }).suspectedSpam, 'a short form in 50 ms').toBe(false)
    expect(openEnvelope(forms.ambassador, {}).suspectedSpam, 'no token').toBe(false)
  })

  it('elapsedOf reveals only whether a form was filled too fast, not the time spent on the page', () => {
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
  ] as const)('suspects less than 800 ms for a form with more than three answers: %s, %s ms', (name, ms, fast) => {
    expect(openEnvelope(forms[name], { elapsed_ms: ms }).suspectedSpam).toBe(fast)
  })
})
