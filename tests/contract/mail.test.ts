import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { mailboxOf } from '../../src/server/people/mailbox.ts'
import { backend, setUpTestBackend } from '../server/test-backend.ts'
import { NOTICES_COLLECTED_MIN, NOTICES_PER_HOUR } from './figures.ts'

const MINUTE = 60_000

/** Decisions «E-mail» and docs/decisions/0020. */
setUpTestBackend('2026-11-22T10:00:00.000Z')

/** Sends due messages and returns [kind, number of submissions] of each, in order. */
const sent = () => {
  const mails: [string, number][] = []
  backend.sendMail((_, { messages }) => mails.push([messages[0].kind, messages.length]))
  return mails
}

it(`decisions «E-mail»: above ${NOTICES_PER_HOUR} notices an hour, one collected notice every ${NOTICES_COLLECTED_MIN} minutes`, () => {
  for (let n = 0; n < NOTICES_PER_HOUR + 5; n++) backend.submit('contact', { email: `personne-${n}@exemple.fr` })
  const notices = () => sent().filter(([kind]) => kind === 'lead')
  expect(notices()).toEqual([...Array(NOTICES_PER_HOUR).fill(['lead', 1]), ['lead', 5]])
  backend.submit('contact', { email: 'plus-tard@exemple.fr' })
  backend.goTo(NOTICES_COLLECTED_MIN * MINUTE - 1)
  expect(notices(), `notices within ${NOTICES_COLLECTED_MIN} minutes`).toEqual([])
  backend.goTo(1)
  expect(notices()).toEqual([['lead', 1]])
})

it.each([
  ['lea+hera@exemple.fr', 'lea@exemple.fr'],
  ['lea+hera+1@exemple.fr', 'lea@exemple.fr'],
  ['L.E.A+x@gmail.com', 'lea@gmail.com'],
  ['l.ea@googlemail.com', 'lea@gmail.com'],
  ['l.ea@exemple.fr', 'l.ea@exemple.fr'],
  // Rules of providers, only for their own domains.
  ['lea-devis@yahoo.fr', 'lea@yahoo.fr'],
  ['lea-devis@yahoo.com', 'lea@yahoo.com'],
  ['jean-luc@exemple.fr', 'jean-luc@exemple.fr'],
  ['devis@lea.fastmail.com', 'lea@fastmail.com'],
  ['lea+x@fastmail.com', 'lea@fastmail.com'],
  ['devis@lea.exemple.fr', 'devis@lea.exemple.fr'],
  ['L.e_a-m@proton.me', 'leam@proton.me'],
  ['le.am+x@protonmail.com', 'leam@proton.me'],
])('decisions «E-mail»: for the caps, %s counts as %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox)
})

it('the prepared answer «Délai» brings the lead back', () => {
  expect(readFileSync('src/content/emails/reponses/delai.md', 'utf8')).toMatch(/^rappel: \d+$/m)
})
