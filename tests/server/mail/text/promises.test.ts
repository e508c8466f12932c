import { describe, expect, it } from 'vitest'
import { openingOf } from '../../../../src/copy/facts/opening.ts'
import { promisedBy, promisesOf, refundBy } from '../../../../src/server/leads/deadline.ts'
import { plain } from '../../../support/plain.ts'
import { openTestBackend } from '../../test-backend.ts'

const opening = openingOf({ horaires_semaine: '9 h 00 – 18 h 00', horaires_samedi: '10 h 00 – 16 h 00' })

describe('promisedBy', () => {
  it('counts from the submission while that time is in the future, otherwise from now', () => {
    const wednesday = new Date('2026-11-18T10:00:00.000Z')
    const promised = (now: string) => promisedBy(wednesday, new Date(now), { hours: 48, opening }).toISOString()
    expect(promised('2026-11-18T10:00:00.000Z')).toBe('2026-11-20T10:00:00.000Z')
    expect(promised('2026-11-20T09:59:59.999Z')).toBe('2026-11-20T10:00:00.000Z')
    expect(promised('2026-11-20T10:00:00.000Z')).toBe('2026-11-23T10:00:00.000Z')
  })

  it('is in the future for released messages that were suspected for days, in acknowledgement and notice', () => {
    const backend = openTestBackend('2026-11-18T10:00:00.000Z')
    const reference = backend.submit('contact', {}, true)
    backend.goTo('2026-11-23T11:00:00.000Z')
    backend.db.exec('UPDATE outbox SET hold = NULL')
    const texts = backend.mails().map(({ mail }) => plain(mail.text))
    expect(texts, 'acknowledgement and notice').toHaveLength(2)
    for (const text of texts) {
      expect(text).toContain('mercredi 25 novembre à 12 h')
      expect(text).not.toContain('20 novembre à')
      expect(text).toContain(reference)
    }
    backend.db.close()
  })
})

it('the notice of a withdrawal contains the legal deadline of the refund', () => {
  expect(refundBy(new Date('2026-11-23T22:59:59.000Z'), 14)).toBe('2026-12-07')
  // Midnight in Paris.
  expect(refundBy(new Date('2026-11-23T23:00:00.000Z'), 14)).toBe('2026-12-08')
  expect(refundBy(new Date('2027-03-20T12:00:00.000Z'), 14)).toBe('2027-04-03')
  expect(() => promisesOf({ delai_reponse: '48 h', plafond_remboursement: '14 heures' })).toThrow(
    'plafond_remboursement',
  )
  const backend = openTestBackend('2026-11-23T10:00:00.000Z')
  backend.submit('withdrawal')
  const notice = backend.mails().find(({ kind }) => kind === 'lead')?.mail
  expect(plain(notice?.subject)).toContain('à rembourser au plus tard le 7 décembre')
  backend.db.close()
})
