import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { splitQuoted } from '../../../src/server/desk/lead/split-quoted.ts'
import { erasePerson } from '../../../src/server/leads/person.ts'
import { threadOf } from '../../../src/server/leads/thread.ts'
import { mailboxState } from '../../../src/server/mail/incoming/cursor.ts'
import { wordsOfHtml } from '../../../src/server/mail/incoming/html-text.ts'
import type { Mailbox, Structure } from '../../../src/server/mail/incoming/inbox.ts'
import { readMailbox, startIncoming } from '../../../src/server/mail/incoming/incoming.ts'
import type { Message } from '../../../src/server/mail/message.ts'
import { catchOutput, written } from '../../support/caught-output.ts'
import { type Mail, mailbox, openMemoryMailbox, setUpMailbox } from '../../support/memory-mailbox.ts'
import { folder, scratchFolder } from '../../support/scratch-folder.ts'
import { backend, setUpTestBackend } from '../test-backend.ts'

const BEGIN = '2026-11-23T09:00:00.000Z'
const HOUSE = 'bonjour@hera.example'

catchOutput()
setUpTestBackend(BEGIN)
setUpMailbox()
scratchFolder()

const needs = () => ({
  db: backend.db,
  databasePath: join(folder, 'hera.sqlite'),
  hash: backend.hash,
  clock: backend.clock,
  writers: backend.writers,
  own: [HOUSE],
})
const poll = () => readMailbox(needs(), () => openMemoryMailbox(backend.clock()))
/** Stores a contact message, answers nothing, and reads the empty mailbox for the first time. */
const begin = async () => {
  const reference = backend.submit('contact')
  backend.mails()
  await poll()
  return reference
}
const receive = async (...some: Mail[]) => {
  mailbox.mails.push(...some)
  await poll()
}
const thread = (reference: string) => threadOf(backend.db, reference).filter(({ kind }) => kind === 'received')
const rows = () => backend.count("thread WHERE kind = 'received'")
const acknowledged = (reference: string) =>
  backend.column("SELECT message_id FROM outbox WHERE reference = ? AND kind = 'acknowledgement'", reference).join()

describe('a message of a person', () => {
  it.each<[string, (answered: string, reference: string) => Mail]>([
    ['In-Reply-To', (id) => ({ subject: '', headers: { 'in-reply-to': `<${id}>` } })],
    ['References', (id) => ({ subject: '', headers: { references: `<x@y.fr> <${id}>` } })],
    ['the reference in its subject', (_, reference) => ({ subject: `Ma demande ${reference}` })],
  ])('comes by %s into the thread, begins the turn of the house and reopens the lead', async (_, mailOf) => {
    const reference = await begin()
    backend.db.exec("UPDATE leads SET waiting_since = NULL, outcome = 'closed'")
    backend.submit('contact', { message: 'Une autre question' })
    await receive(mailOf(acknowledged(reference), reference))
    expect(thread(reference)).toMatchObject([{ text: 'Oui, le samedi me va.', from_address: null, files: null }])
    expect(backend.column('SELECT waiting_since FROM leads WHERE reference = ?', reference)).toEqual([BEGIN])
  })

  it('comes otherwise into the last lead of its address that is no entry of a list', async () => {
    await begin()
    const last = backend.submit('contact', { message: 'Une autre question' })
    backend.submit('newsletter', { email: 'lea@exemple.fr' })
    await receive({ subject: 'Au fait' })
    expect([thread(last).length, rows()]).toEqual([1, 1])
  })

  it('from another address is shown as such, and one that belongs to nobody stays where it is', async () => {
    const reference = await begin()
    await receive({ from: 'mari@ailleurs.fr', subject: `Re: ${reference}` }, { from: 'facture@fournisseur.fr' })
    expect(thread(reference)).toMatchObject([{ from_address: 'mari@ailleurs.fr' }])
    expect([rows(), mailbox.read.some((each) => each.startsWith('2 '))], 'the words of an invoice').toEqual([1, false])
  })

  it('is one row, whatever happens in between', async () => {
    await begin()
    mailbox.onText = () => {
      throw new Error('Connection lost')
    }
    mailbox.mails.push({}, { messageId: null })
    await expect(poll()).rejects.toThrow('lost')
    mailbox.onText = () => undefined
    backend.db.exec("CREATE TRIGGER full BEFORE INSERT ON thread BEGIN SELECT RAISE(ABORT, 'disk is full'); END")
    for (let n = 0; n < 3; n++) await expect(poll()).rejects.toThrow('full')
    backend.db.exec('DROP TRIGGER full')
    for (let n = 0; n < 2; n++) await poll()
    expect(rows()).toBe(2)
    // A restored database has read less than the mailbox says.
    backend.db.exec("UPDATE small_facts SET value = json_set(value, '$.uid', 0) WHERE name = 'mailbox'")
    await poll()
    expect(rows()).toBe(2)
  })

  it('is read only if it came after the first start', async () => {
    mailbox.mails.push(...Array.from({ length: 1000 }, () => ({})))
    await begin()
    await receive({})
    expect(rows()).toBe(1)
  })

  it('is not lost or doubled when the server numbers its messages anew', async () => {
    await begin()
    await receive({ messageId: 'alt@exemple.fr' })
    backend.goTo(60_000)
    mailbox.validity = '2'
    mailbox.mails = [
      { messageId: 'alt@exemple.fr', at: BEGIN },
      { messageId: 'neu@exemple.fr', at: '2026-11-23T08:59:59.000Z' },
    ]
    for (let n = 0; n < 2; n++) await poll()
    expect(rows()).toBe(2)
  })

  it('older than the erasure of its sender is not read', async () => {
    await begin()
    mailbox.mails.push({ at: BEGIN })
    backend.goTo(60_000)
    erasePerson(backend.db, needs().databasePath, backend.hash, backend.clock, 'lea@exemple.fr')
    backend.goTo(60_000)
    backend.submit('contact')
    await poll()
    expect(rows()).toBe(0)
    await receive({})
    expect(rows()).toBe(1)
  })

  it('that cannot be read holds up those after it twice, not for ever', async () => {
    await begin()
    mailbox.onText = (uid) => {
      if (uid === 1) throw new Error('BAD')
    }
    mailbox.mails.push({}, {})
    for (let n = 0; n < 2; n++) await expect(poll()).rejects.toThrow('BAD')
    await poll()
    expect(rows()).toBe(1)
    expect(written.err).toContain('message 1 of the mailbox cannot be read')
  })
})

describe('the words of a message', () => {
  it('are its first text, up to 256 kB; its files are named', async () => {
    const reference = await begin()
    const texts = ['plain', 'html'].map((type, n) => ({ part: `1.${n + 1}`, type: `text/${type}` }))
    const structure: Structure = {
      type: 'multipart/mixed',
      childNodes: [
        { type: 'multipart/alternative', childNodes: texts },
        { part: '2', type: 'image/jpeg', disposition: 'attachment', dispositionParameters: { filename: 'Éole\n.jpg' } },
        { part: '3', type: 'text/plain', disposition: 'attachment', parameters: { name: 'note.txt' } },
      ],
    }
    await receive({ structure, texts: { '1.1': 'x'.repeat(300_000) } })
    const [row] = thread(reference)
    expect([row?.text.length, row?.files]).toEqual([256 * 1024, 'Éole .jpg\nnote.txt'])
  })

  it('begin where a part has words', async () => {
    const reference = await begin()
    const parts = [1, 2, 3].map((n) => ({ part: `${n}`, type: n === 2 ? 'image/jpeg' : 'text/plain' }))
    await receive({ structure: { type: 'multipart/mixed', childNodes: parts }, texts: { 1: '\r\n', 3: 'Ma selle.' } })
    expect(thread(reference)[0]?.text).toBe('Ma selle.')
  })

  it('and its subject are cleaned like what is typed into a form', async () => {
    const reference = await begin()
    await receive({ subject: 'Prix\u202E\0 ?', texts: { 1: 'Oui\u202E\u0007,\r\nmerci\0' } })
    expect(thread(reference)).toMatchObject([{ subject: 'Prix ?', text: 'Oui,\nmerci' }])
  })

  it('of HTML alone are text, with quotations marked and nothing run or fetched', async () => {
    const html = `<html><head><style>p{}</style></head><body><p>Bonjour&nbsp;L&eacute;a,</p><div>Oui&#33;<br>Merci</div>
      <script>alert(1)</script><img src="https://mal.example/x.gif" onerror="x()"><ul><li>un c&oelig;ur</li></ul>
      <blockquote type="cite"><p>Le prix&nbsp;?</p></blockquote></body></html>`
    const reference = await begin()
    await receive({ structure: { type: 'text/html' }, texts: { 1: html } })
    const lines = thread(reference)[0]
      ?.text.split('\n')
      .filter((line) => /[^> ]/.test(line))
    expect(lines).toEqual(['Bonjour Léa,', 'Oui!', 'Merci', '– un cœur', '> Le prix ?'])
  })

  it.each([
    ['open tags', () => wordsOfHtml('<p '.repeat(500_000)).length, 1_499_999],
    ['quoted lines before an own one', () => splitQuoted(`${'>\n'.repeat(200_000)}a`).quoted.length, 0],
  ])(
    'are found at once among hundreds of thousands of %s',
    (_, lengthOf, length) => {
      expect(lengthOf()).toBe(length)
    },
    20_000,
  )
})

it.each<[string, Mail]>([
  ['out of office', { headers: { 'auto-submitted': 'auto-replied' } }],
  ['a list', { headers: { 'list-id': '<x.y>' } }],
  ['our own', { from: HOUSE }],
  ['a bounce without a report', { headers: { 'return-path': '<>' }, from: 'mailer-daemon@exemple.fr' }],
])('%s is skipped, even with our reference', async (_, mail) => {
  const reference = await begin()
  await receive({ subject: `Re: ${reference}`, ...mail })
  expect(rows()).toBe(0)
})

it('a delivery report marks the message that it speaks of, but only if that failed', async () => {
  const types = ['text/plain', 'message/delivery-status', 'text/rfc822-headers']
  const report = (action: string, id: string | undefined): Mail => ({
    from: 'mailer-daemon@exemple.fr',
    structure: { type: 'multipart/report', childNodes: types.map((type, n) => ({ part: String(n + 1), type })) },
    texts: {
      2: `Reporting-MTA: dns; x\n\nAction: ${action}\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 no such user`,
      3: `From: x\nMessage-ID: <${id}>\n`,
    },
  })
  const reference = await begin()
  const told: string[] = []
  Object.assign(backend.writers.acknowledgement, { onFailed: (message: Message) => told.push(message.reference) })
  const state = () => backend.rows("SELECT failure, last_error FROM outbox WHERE kind = 'acknowledgement'")
  await receive(report('delayed', acknowledged(reference)), report('failed', 'inconnu@hera.example'))
  expect(state()).toEqual([{ failure: null, last_error: null }])
  await receive(report('failed', acknowledged(reference)))
  expect(state()).toEqual([{ failure: 'returned', last_error: 'smtp; 550 no such user' }])
  expect(told, 'so that an answer gives the turn back').toEqual([reference])
  expect(rows()).toBe(0)
})

it('a mailbox that cannot be reached is said once in the log, and at the desk until it can be read', async () => {
  const failing = async (): Promise<Mailbox> => {
    throw new Error('Invalid credentials for lea@exemple.fr')
  }
  const stop = startIncoming(needs(), failing)
  await expect.poll(() => mailboxState(backend.db)?.failingSince).toBe(BEGIN)
  stop()
  expect(written.err).toContain('ERROR incoming mail: Invalid credentials for …@…')
  await poll()
  expect(mailboxState(backend.db)).toMatchObject({ failingSince: null, lastError: null })
})
