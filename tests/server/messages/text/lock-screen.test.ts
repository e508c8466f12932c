import { describe, expect, it } from 'vitest'
import { headerWords, senderLabel } from '../../../../src/server/messages/text/quoted-words.ts'

describe('a visitor’s words in a header', () => {
  it('are one visible line without a working link', () => {
    expect(headerWords('Bonjour,\r\nBcc: tous@mal.example\u2028un tapis\u200B\u202E pour Éole')).toBe(
      'Bonjour, Bcc: tous@mal[.]example un tapis pour Éole',
    )
    expect(headerWords('voir https://mal.example/x')).toBe('voir https[:]//mal[.]example/x')
  })

  it('are cut between two words, or within a word that is too long', () => {
    const long = 'Je cherche un tapis pour mon cheval de dressage, qui est grand et qui transpire beaucoup.'
    expect(headerWords(long)).toBe('Je cherche un tapis pour mon cheval de dressage, qui est grand et qui…')
    expect(headerWords('x'.repeat(90))).toBe(`${'x'.repeat(70)}…`)
    expect(headerWords('court')).toBe('court')
  })

  it('cannot pose as another sender', () => {
    expect(senderLabel('Cheval & Co, Bordeaux')).toBe('Cheval & Co, Bordeaux')
    expect(senderLabel('"Banque" <service@banque.example>\\')).toBe('Banque service banque[.]example')
  })
})
