import fc from 'fast-check'
import { EDIT, HIDDEN } from '../../src/forms/envelope.ts'
import type { Form } from '../../src/forms/form.ts'
import { forms } from '../../src/forms/index.ts'
import { valid } from '../support/samples.ts'

/** Part of injected input: becomes an HTML element if a page shows it unescaped. */
export const MARK = '<hera-echo'

/** Malicious texts: SQL, HTML, spreadsheet formulas, mail headers, bidirectional controls, prototype names. */
export const INJECTIONS = [
  "'; DROP TABLE contact_messages; --",
  "x'); INSERT INTO notices VALUES ('a','b','c','d'); --",
  `"><script>alert(1)</script>${MARK} x>`,
  `</textarea></title></script>${MARK}>`,
  '=HYPERLINK("http://mal.example";"clic")',
  'Léa\r\nBcc: tous@mal.example\r\n\r\nCorps',
  'lea@exemple.fr\nBcc: tous@mal.example',
  '\u202Emoc.lam\u202C\u2066x\u2069',
  '\u0000\u0007\u001B[31m\u007F\u0085\uFEFF',
  '\uD800 seul',
  'e\u0301'.repeat(70),
  '__proto__',
  '#{7*7}{{7*7}}<%= 7*7 %>',
  '9'.repeat(400),
  '0x10',
  '2026-02-30',
  '29/02/2001',
  '٢٠٠٠-٠١-٠١',
  'é'.repeat(6000),
] as const

const DAYS = fc.tuple(fc.integer({ min: -1, max: 10_000 }), fc.nat(14), fc.nat(33)).map((parts) => parts.join('-'))

/** Any code points. Not `fc.string`, which first builds a table of all of Unicode in 1.5 seconds. */
const SIGNS = fc.array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 300 })

/** One value of a field: any text, or a JSON value that is not a string. */
const value: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...INJECTIONS) },
  { weight: 3, arbitrary: SIGNS.map((signs) => String.fromCodePoint(...signs)) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 120 }) },
  { weight: 1, arbitrary: DAYS },
  { weight: 1, arbitrary: fc.emailAddress() },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 400 }).map(String) },
  { weight: 1, arbitrary: fc.double() },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  { weight: 1, arbitrary: fc.constantFrom(null, undefined, true, false, [], {}, [''], Number.MAX_VALUE) },
)

export interface Attempt {
  form: Form
  input: Record<string, unknown>
}

/** A valid submission with up to four bad fields, so that it passes as many checks as possible. */
export const attempt: fc.Arbitrary<Attempt> = fc.constantFrom(...Object.values(forms)).chain((form) => {
  const names = [...Object.keys(form.fields), ...Object.values(HIDDEN), '__proto__', 'constructor', 'id', 'reference']
  const changes = fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 4 })
  return fc.tuple(changes, fc.nat()).map(([changed, n]) => {
    const input: Record<string, unknown> = { ...valid[form.name], email: `p${n}@exemple.fr` }
    for (const [name, each] of changed)
      Object.defineProperty(input, name, { value: each, enumerable: true, configurable: true, writable: true })
    return { form, input }
  })
})

interface Body {
  type: string
  body: Buffer<ArrayBuffer>
}

const encodings: ((input: Record<string, unknown>) => Body)[] = [
  (input) => ({ type: 'application/json', body: Buffer.from(JSON.stringify(input)) }),
  (input) => ({ type: 'application/x-www-form-urlencoded', body: Buffer.from(query(input)) }),
  (input) => multipart(input, 'hera-x'),
]
const DAMAGE: ((body: Body['body'], at: number) => Body['body'])[] = [
  (body) => body,
  (body) => body,
  (body) => body,
  (body, at) => body.subarray(0, at),
  // Bytes that are invalid in UTF-8.
  (body, at) => Buffer.concat([body.subarray(0, at), Buffer.from([0xff, 0xc0, 0xed, 0xa0, 0x80]), body.subarray(at)]),
  (body) => Buffer.concat([body, Buffer.alloc(70_000, 'x')]),
]
const TYPES = ['text/plain', '', 'multipart/form-data']

/** The body of an attempt, mostly valid, sometimes truncated, of invalid bytes, too long or mistyped. */
export const bodyOf = ({ input }: Attempt): fc.Arbitrary<Body> =>
  fc
    .tuple(fc.constantFrom(...encodings), fc.constantFrom(...DAMAGE), fc.nat(2000), fc.nat(TYPES.length * 10))
    .map(([encode, damage, at, other]) => {
      const { type, body } = encode(input)
      return { type: TYPES[other] ?? type, body: damage(body, Math.min(at, body.length)) }
    })

function query(input: Record<string, unknown>): string {
  const pairs = Object.entries(input).map(([name, each]) => [name, text(each)])
  return new URLSearchParams(pairs as [string, string][]).toString()
}

function multipart(input: Record<string, unknown>, boundary: string): Body {
  const part = ([name, each]: [string, unknown]) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text(each)}\r\n`
  const body = Buffer.from(`${Object.entries(input).map(part).join('')}--${boundary}--\r\n`)
  return { type: `multipart/form-data; boundary=${boundary}`, body }
}

function text(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed()
}

/** Returns every injection in every field as a browser sends it; forms with two steps stay at the first. */
export function everyInjection(): Attempt[] {
  return Object.values(forms).flatMap((form) =>
    Object.keys(form.fields).flatMap((name) =>
      INJECTIONS.map((injection) => ({ form, input: { ...valid[form.name], [HIDDEN.step]: EDIT, [name]: injection } })),
    ),
  )
}
