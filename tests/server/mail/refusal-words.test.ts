import { expect, it } from 'vitest'
import { explainRefusal, withoutAddresses } from '../../../src/server/mail/refusal-words.ts'

it.each([
  ['Invalid login: 535 5.7.8 Authentication failed', 'mot de passe'],
  ["Can't send mail - all recipients were rejected: 550 5.1.1 no such user <lea@exemple.fr>", 'n’existe pas'],
  ['Message failed: 552 5.2.2 mailbox full', 'pleine'],
  ['550 5.1.1 account closed', 'n’existe pas'],
  ['550 5.7.1 Relaying denied, hourly quota exceeded', 'limite d’envoi'],
  ['?', 'n’a pas pris'],
])('explainRefusal translates «%s» for the owner: %s', (said, meaning) => {
  expect(explainRefusal(said)).toContain(meaning)
  expect(explainRefusal(said)).not.toMatch(/\d{3}|@/)
})

it('withoutAddresses removes addresses from a line of the log', () => {
  expect(withoutAddresses('550 no such user <lea.martin+x@exemple.fr>, lea@b.fr: gone')).toBe(
    '550 no such user <…@…>, …@…: gone',
  )
})
