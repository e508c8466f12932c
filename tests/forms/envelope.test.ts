import { expect, it } from 'vitest'
import { elapsedOf, KEY_TIME_LENGTH, newSubmissionKey, openEnvelope } from '../../src/forms/envelope.ts'
import { type FormName, forms } from '../../src/forms/index.ts'

const open = (input: object, name: FormName = 'contact') => openEnvelope(forms[name], { ...input })

it.each([
  ['submission_key', 'submissionKey', ['clef-de-8', 'k'.repeat(64)], ['k'.repeat(7), 'k'.repeat(65)]],
  ['notice_version', 'noticeVersion', ['abcdef012345'], ['X']],
  ['page', 'page', ['/hera-club', '/legal/page_2'], ['https://ailleurs.fr']],
] as const)('reads %s if all of it is valid', (name, read, good, bad) => {
  for (const value of good) {
    expect(open({ [name]: ` ${value} ` })[read]).toBe(value)
    for (const wrong of [`<${value}`, `${value}>`, [value]]) expect(open({ [name]: wrong })[read]).toBeUndefined()
  }
  for (const value of [...bad, '', null]) expect(open({ [name]: value })[read]).toBeUndefined()
})

it('openEnvelope accepts keys of newSubmissionKey: unique, with a common prefix per instant, sorted by time', () => {
  const at = Date.parse('2026-11-21T10:00:00Z')
  const keys = Array.from({ length: 100 }, () => newSubmissionKey(at))
  expect(new Set(keys).size, 'distinct keys').toBe(keys.length)
  for (const key of keys) expect(open({ submission_key: key }).submissionKey).toBe(key)
  expect(new Set(keys.map((key) => key.slice(0, KEY_TIME_LENGTH))).size, 'beginnings').toBe(1)
  expect(keys.filter((key) => key >= newSubmissionKey(at + 1))).toEqual([])
})

it.each<[FormName, object, boolean]>([
  ['contact', { confirm_subject: 'x' }, true],
  ['contact', {}, false],
  ['contact', { elapsed_ms: '799' }, true],
  ['contact', { elapsed_ms: '800' }, false],
  ['contact', { elapsed_ms: '5e1' }, false],
  ['withdrawal', { elapsed_ms: '50' }, false],
  ['waitlist', { elapsed_ms: '50' }, false],
])('openEnvelope of %s with %j suspects spam: %s', (name, input, suspected) => {
  expect(open(input, name).suspectedSpam).toBe(suspected)
})

it('openEnvelope learns from elapsedOf only whether a form was filled too fast, not the time spent on the page', () => {
  expect(open({ elapsed_ms: elapsedOf(799.4) }).suspectedSpam).toBe(true)
  expect(elapsedOf(1000)).toBe(elapsedOf(3_600_000))
})
