import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clean } from '../../../src/forms/answer-schema.ts'
import { parse } from '../../../src/forms/form.ts'
import { answeredForms, forms } from '../../../src/forms/index.ts'
import { answer, receive } from '../../../src/server/leads/turn.ts'
import type { Message } from '../../../src/server/mail/message.ts'
import { INJECTIONS } from '../../attacks/bad-input.ts'
import { valid } from '../../support/samples.ts'
import { openTestBackend, type TestBackend } from '../test-backend.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what the test looks for.
const CONTROL = /[\u0000-\u001F\u007F]/

let backend: TestBackend
const replyId = (reference: string) => `reply-${reference}@hera.example`
const stored: { form: string; reference: string }[] = []
beforeAll(() => {
  backend = openTestBackend('2026-11-21T10:00:00.000Z')
  // One submission for each malicious text, in every field that accepts it.
  for (const { name, fields } of answeredForms)
    for (const text of INJECTIONS) {
      const accepts = (field: string) => parse(forms[name], { ...valid[name], [field]: text }, '2026-11-21')
      const input = Object.fromEntries(
        Object.keys(fields)
          .filter((field) => accepts(field).values)
          .map((field) => [field, text]),
      )
      if (Object.keys(input).length === 0) continue
      const reference = backend.submit(name, input)
      stored.push({ form: name, reference })
      // What they write by e-mail, and what the house answers.
      const mail = { at: '2026-11-21T11:00:00.000Z', subject: text.slice(0, 1000), message_id: `${reference}@x` }
      receive(backend.db, { reference, ...mail, text: clean(text) || 'x' })
      answer({ ...backend, author: null }, { reference, text: clean(text) || 'x', message_id: replyId(reference) })
    }
})
afterAll(() => backend.db.close())

describe.each(answeredForms)('$name', ({ name }) => {
  it.each(['lead', name === 'withdrawal' ? 'withdrawal' : 'acknowledgement', 'reply'])(
    'sends e-mails to which what was typed adds no header or recipient: %s',
    (kind) => {
      for (const { reference } of stored.filter(({ form }) => form === name)) {
        const recipient = kind === 'reply' ? 'lea@exemple.fr' : null
        const message = { message_id: replyId(reference), kind, form: name, reference, recipient } as Message
        const mail = backend.compose({ messages: [message], together: false })
        const { to, replyTo = '', fromName = '', subject, headers } = mail ?? expect.fail(`no message for ${reference}`)
        expect(to, 'one address').toEqual([expect.stringMatching(/^[^\s,;<>@]+@[^\s,;<>@]+$/)])
        for (const value of [replyTo, fromName, subject, ...Object.values(headers)]) expect(value).not.toMatch(CONTROL)
        expect(subject).not.toContain('mal.example')
      }
    },
  )
})
