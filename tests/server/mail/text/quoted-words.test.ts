import { describe, expect, it } from 'vitest'
import { breakLinks, headerWords, quotedLines, senderLabel } from '../../../../src/server/mail/text/quoted-words.ts'

const lines = (value: string) => quotedLines([{ label: 'Message', value }])

describe('quotedLines', () => {
  it.each(['\r\n', '\v', '\u2028'])('breaks a value at every line end that a mail program may show: %j', (end) => {
    expect(lines(`Un${end}Deux`).slice(1)).toEqual(['Un', 'Deux'])
  })

  it.each([
    ['control characters', 'a\u0000\u0007\u001F\u007F\u0090b'],
    ['bidirectional controls', '\u202Ea\u202Cb\u2066\u2069'],
    ['fillers', 'a\u115F\u1160\u3164\uFFA0\u2800\u034F\u17B4\u17B5b'],
    ['private-use characters and lone surrogates', 'a\uE000\uD800b'],
  ])('removes invisible characters: %s', (_, value) => {
    expect(lines(value)).toEqual(['Message\u00A0: ab'])
  })
})

describe('breakLinks', () => {
  it.each([
    ['https://mal.example/x', 'https[:]//mal[.]example/x'],
    ['хост.рф', 'хост[.]рф'],
    ['arnaque.భారత్/x', 'arnaque[.]భారత్/x'],
    ['i❤.ws', 'i❤[.]ws'],
    ['x\u200B.exemple.fr', 'x[.]exemple[.]fr'],
    ['https:\u200B//x.fr', 'https[:]//x[.]fr'],
  ])('breaks %j', (value, broken) => {
    expect(breakLinks(value)).toBe(broken)
  })

  it.each(['Voici : un tapis. Merci.', 'À 10:30, au n° 1. ici', '1.5 cm'])(
    'leaves a sentence unchanged: %s',
    (value) => {
      expect(breakLinks(value)).toBe(value)
    },
  )
})

describe('a visitor’s words in a header', () => {
  it('are one visible line without a working link', () => {
    expect(headerWords('Bonjour,\r\nBcc: tous@mal.example\u2028un tapis\u200B\u202E pour Éole')).toBe(
      'Bonjour, Bcc: tous@mal[.]example un tapis pour Éole',
    )
    expect(headerWords('voir https://mal.example/x')).toBe('voir https[:]//mal[.]example/x')
  })

  it('are cut after seventy characters', () => {
    expect(headerWords('x'.repeat(71))).toBe(`${'x'.repeat(70)}…`)
    expect(headerWords('x'.repeat(70))).toBe('x'.repeat(70))
  })

  it('cannot pose as another sender', () => {
    expect(senderLabel('Cheval & Co, Bordeaux')).toBe('Cheval & Co, Bordeaux')
    expect(senderLabel('"Banque" <service@banque.example>\\')).toBe('Banque service banque[.]example')
  })
})
