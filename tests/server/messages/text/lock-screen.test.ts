import { describe, expect, it } from 'vitest'
import { headerWords, senderLabel } from '../../../../src/server/messages/text/quoted-words.ts'

describe('somebody’s words in a header', () => {
  it('are one line that a reader sees, without a link that works', () => {
    expect(headerWords('Bonjour,\r\nBcc: tous@mal.example\u2028un tapis\u200B\u202E pour Éole')).toBe(
      'Bonjour, Bcc: tous@mal[.]example un tapis pour Éole',
    )
    expect(headerWords('voir https://mal.example/x')).toBe('voir https[:]//mal[.]example/x')
  })

  it('are cut between two words, and in the middle of one that is too long', () => {
    const long = 'Je cherche un tapis pour mon cheval de dressage, qui est grand et qui transpire beaucoup.'
    expect(headerWords(long)).toBe('Je cherche un tapis pour mon cheval de dressage, qui est grand et qui…')
    expect(headerWords('x'.repeat(90))).toBe(`${'x'.repeat(70)}…`)
    expect(headerWords('court')).toBe('court')
  })

  it('name nobody else as the sender', () => {
    expect(senderLabel('Cheval & Co, Bordeaux')).toBe('Cheval & Co, Bordeaux')
    expect(senderLabel('"Banque" <service@banque.example>\\')).toBe('Banque service banque[.]example')
  })
})
