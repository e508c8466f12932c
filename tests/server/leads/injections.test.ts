import { readFileSync } from 'node:fs'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Form, parse } from '../../../src/forms/form.ts'
import { type FormName, forms } from '../../../src/forms/index.ts'
import { openKinds } from '../../../src/server/all-kinds.ts'
import { systemClock } from '../../../src/server/clock.ts'
import { createComposer } from '../../../src/server/outbox/kinds.ts'
import { emailHasher } from '../../../src/server/people/email-hash.ts'
import { everyInjection } from '../../attacks/bad-input.ts'
import { openDesk } from '../../cli/desk.ts'
import { valid } from '../../samples.ts'

/** Kinds of the e-mails that a submission causes. */
const kindsOf = (form: Form): string[] => {
  if (form.uniqueBy) return ['lead', 'confirmation', 'welcome']
  return ['lead', form.name === 'withdrawal' ? 'withdrawal' : 'acknowledgement']
}
const FORMULA = /^\s*[=+\-@\t\r＝＋－＠|%]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what the test looks for.
const CONTROL = /[\u0000-\u001F\u007F]/

let desk: ReturnType<typeof openDesk>
const stored: { form: string; reference: string }[] = []
beforeAll(() => {
  desk = openDesk()
  const accepted = everyInjection().filter(({ form, input }) => parse(form, input, '2026-11-21').values)
  desk.db.transaction(() => {
    for (const [n, { form, input }] of accepted.entries()) {
      // A list stores each address once.
      const own = form.uniqueBy && input.email === valid[form.name]?.email ? { email: `n${n}@exemple.fr` } : {}
      const extra = { ...input, ...own } as Record<string, string>
      stored.push({ form: form.name, reference: desk.submit(form.name as FormName, extra) })
    }
  })()
})
afterAll(() => desk.close())

it('every accepted injection is stored as text and breaks nothing', () => {
  expect(stored.length).toBeGreaterThan(400)
  for (const { name, table } of Object.values(forms)) {
    const taken = stored.filter(({ form }) => form === name).map(({ reference }) => reference)
    const kept = desk.db.prepare(`SELECT reference FROM ${table} ORDER BY rowid`).pluck().all()
    expect(kept, table).toEqual(taken)
  }
})

describe.each(Object.values(forms).map((form) => [form.name, form] as const))('%s', (name, form) => {
  it('is exported without a formula in any cell', async () => {
    const output = desk.file(`${name}.csv`)
    expect((await desk.run('export', name, '--format', 'csv', '--output', output)).code, 'exit code').toBe(0)
    const table = cells(readFileSync(output, 'utf8').replace('\uFEFF', ''))
    const count = desk.db.prepare(`SELECT count(*) FROM ${form.table}`).pluck().get() as number
    expect(table, 'lines of the file').toHaveLength(count + 1)
    for (const row of table) {
      expect(row, 'cells of a line').toHaveLength(table[0]?.length ?? 0)
      for (const cell of row) expect(cell).not.toMatch(FORMULA)
    }
  })

  it('sends e-mails to which the submission adds no header or recipient', async () => {
    const operator = 'atelier@hera.example'
    const mailTo = { to: [operator], toByForm: {} }
    const { db } = desk
    const hash = emailHasher(':memory:')
    const compose = createComposer(
      openKinds({ db, clock: systemClock, hash, siteUrl: 'https://hera.example', mail: mailTo }),
    )
    const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
    for (const { reference } of stored.filter((one) => one.form === name))
      for (const kind of kindsOf(form)) {
        const message = {
          id: 1,
          letter: null,
          messageId: 'x@hera.example',
          kind,
          form: name,
          reference,
          recipient: null,
        }
        const mail = compose({
          messages: [{ ...message, attempts: 0, createdAt: new Date().toISOString() }],
          together: false,
        })
        if (!mail) throw new Error(`No message for ${reference}.`)
        const { to, replyTo = '', subject, headers, text } = mail
        for (const value of [...to, replyTo, subject, ...Object.values(headers)]) expect(value).not.toMatch(CONTROL)
        expect(subject).not.toContain('mal.example')
        const { message: raw } = await transport.sendMail({
          from: operator,
          to: to.map((address) => ({ name: '', address })),
          ...(replyTo && { replyTo: { name: '', address: replyTo } }),
          subject,
          headers,
          text,
        })
        const [head = ''] = raw.toString().split('\r\n\r\n')
        expect(head).not.toMatch(/^b?cc:/im)
        expect(head.match(/^to:/gim), 'recipients in the headers').toHaveLength(1)
      }
  })
})

/** Returns the cells of a CSV file with semicolons. */
function cells(csv: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^;\r\n"]*))(;|\r\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}
