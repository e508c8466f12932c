import { afterEach, expect, it } from 'vitest'
import { createOpenMailbox } from '../../../src/server/mail/incoming/inbox.ts'
import { openImapServer } from '../../support/imap.ts'

const LATIN = {
  mime: 'Content-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n',
  text: 'Oui, le caf=E9 aussi.',
}
const MESSAGE = {
  uid: 11,
  envelope:
    '("Mon, 23 Nov 2026 09:00:00 +0100" "=?utf-8?Q?R=C3=A9p?=" (("Lea" NIL "Lea" "Exemple.fr")) NIL NIL NIL NIL NIL NIL "<m11@exemple.fr>")',
  structure:
    '(("text" "plain" ("charset" "iso-8859-1") NIL NIL "quoted-printable" 21 1)("image" "jpeg" ("name" "a.jpg") NIL NIL "base64" 9000 NIL ("attachment" ("filename" "a.jpg"))) "mixed")',
  headers: 'References: <a@b.fr>\r\n <c@d.fr>\r\nAuto-Submitted: no\r\nauto-submitted: yes\r\n\r\n',
  parts: { 1: LATIN },
}
let server: Awaited<ReturnType<typeof openImapServer>>
afterEach(() => server.close())

it('a mailbox is read without moving, marking or deleting anything', async () => {
  server = await openImapServer([{ ...MESSAGE, uid: 9 }, MESSAGE])
  const mailbox = await createOpenMailbox(`imap://lea:secret@127.0.0.1:${server.port}`)()
  expect([mailbox.uidValidity, mailbox.uidNext]).toEqual(['7', 12])
  const found = await Array.fromAsync(mailbox.from(10))
  expect(found).toMatchObject([
    {
      uid: 11,
      at: '2026-11-23T09:00:00.000Z',
      from: 'lea@exemple.fr',
      subject: 'Rép',
      messageId: 'm11@exemple.fr',
      headers: { references: '<a@b.fr> <c@d.fr>', 'auto-submitted': 'no' },
      structure: { type: 'multipart/mixed', childNodes: [{ type: 'text/plain' }, { disposition: 'attachment' }] },
    },
  ])
  expect(await mailbox.text(11, '1', 1000)).toBe('Oui, le café aussi.')
  expect((await Array.fromAsync(mailbox.since('2026-11-22'))).map(({ uid }) => uid)).toEqual([9, 11])
  await mailbox.close()
  expect(server.said).toContain('EXAMINE INBOX')
  for (const command of server.said)
    expect(command).not.toMatch(/^(SELECT|UID STORE|STORE|EXPUNGE|UID MOVE|UID COPY)|BODY\[/)
})

it('a mailbox on another machine that offers no encryption gets no password', async () => {
  server = await openImapServer([])
  // This address leads to the test's server, but is not known to be this machine.
  await expect(createOpenMailbox(`imap://lea:secret@0.0.0.0:${server.port}`)()).rejects.toThrow()
  expect(server.said.join()).not.toMatch(/LOGIN|AUTHENTICATE|secret/)
  expect(server.said).not.toEqual([])
})
