import { describe, expect, it } from 'vitest'
import { contactEmail } from '../../src/copy/words/words.ts'
import { clean } from '../../src/forms/answer-schema.ts'
import { ageOn, dayInParis, localDay } from '../../src/forms/calendar.ts'
import { invalidMessage, parse, successMessage } from '../../src/forms/form.ts'
import { allForms, type FormName, formNamed, forms } from '../../src/forms/index.ts'
import { ambassador, valid } from '../support/samples.ts'

const TODAY = '2026-11-21'
const send = (name: FormName, more: Record<string, unknown> = {}) =>
  parse(forms[name], { ...valid[name], ...more }, TODAY)
const stored = (name: FormName, field: string, value: unknown) => send(name, { [field]: value }).values?.[field]
const refused = (name: FormName, field: string, values: readonly unknown[]) => {
  for (const value of values) expect(send(name, { [field]: value }).errors, String(value)).toHaveProperty(field)
}

describe.each(allForms)('the form $name', ({ name, fields }) => {
  const each = Object.entries(fields)

  it('accepts a complete submission; without answers it has a sentence for each required field, in their order', () => {
    expect(send(name).errors).toBeUndefined()
    const { errors = {} } = parse(forms[name], {}, TODAY)
    expect(Object.keys(errors)).toEqual(each.flatMap(([key, field]) => (field.optional ? [] : [key])))
    for (const sentence of Object.values(errors)) expect(sentence).toMatch(/^[A-ZÉ].+\.$/)
  })

  it('stores an empty optional answer as null, or as the value of its field', () => {
    for (const [key, { optional, kind, empty = null }] of each)
      if (optional && kind !== 'checkbox') expect(stored(name, key, '   '), key).toBe(empty)
  })

  it('accepts texts up to their limit, with line breaks in long ones only', () => {
    for (const [key, { kind, max }] of each) {
      if (kind !== 'text' && kind !== 'textarea') continue
      expect(send(name, { [key]: 'é'.repeat(max) }).errors, key).toBeUndefined()
      expect(send(name, { [key]: 'é'.repeat(max + 1) }).errors?.[key]).toContain(`${max.toLocaleString('fr-FR')} car`)
      expect(String(stored(name, key, 'un\nmot')).includes('\n'), key).toBe(kind === 'textarea')
    }
  })

  it('accepts every option and nothing else', () => {
    for (const [key, { options }] of each) {
      if (!options) continue
      for (const value of Object.keys(options)) expect(stored(name, key, value)).toBe(value)
      refused(name, key, ['inconnu', 'toString', '__proto__', 'COMMANDE'])
    }
  })
})

describe('parse', () => {
  it('accepts an integer as text or number', () => {
    expect([stored('partnership', 'years_in_business', '12'), stored('partnership', 'years_in_business', 0)]).toEqual([
      12, 0,
    ])
    refused('partnership', 'years_in_business', ['-1', '1.5', '1e2', 'douze', '301', 12.5, Number.NaN, '٣'])
  })

  it('accepts complete e-mail addresses only', () => {
    expect(stored('contact', 'email', ' Prenom.Nom+hera@sous.exemple.fr ')).toBe('Prenom.Nom+hera@sous.exemple.fr')
    for (const value of ['x@2.y-z.museum', 'x@y.f']) expect(stored('contact', 'email', value)).toBe(value)
    expect(stored('contact', 'email', 'x\u200D@y.fr'), 'pasted with a zero-width joiner').toBe('x@y.fr')
    refused('contact', 'email', ['x', 'x@y', 'x@y.', '@y.fr', 'x@@y.fr', 'x y@z.fr', 'x@y.fr\nBcc: z@z.fr', '<x@y.fr>'])
    refused('contact', 'email', ['x@-y.fr', 'x@y-.fr', 'x@y..fr', 'x@y.fr-', 'x@é.fr', `${'x'.repeat(65)}@y.fr`])
  })

  it('accepts telephone numbers in usual notations', () => {
    const usual = ['0612345678', '06 12 34 56 78', '06.12.34.56.78', '06‑12‑34‑56‑78', '+32 (0)470/12 34 56']
    const rare = ['01 23 45 67 89 poste 12', '+44 20 7946 0958 ext. 12', '(+33)612345678', '06−12−34−56−78']
    for (const value of [...usual, ...rare]) expect(stored('partnership', 'phone', value)).toBe(value)
    expect(stored('partnership', 'phone', '06 12 34 56 78 ,'), 'pasted with a comma').toBe('06 12 34 56 78')
    refused('partnership', 'phone', ['12345', 'six douze', '0612345678901234', '06;12', '33+612345678'])
    refused('partnership', 'phone', ['poste 061234', '061234 poste', '12 poste 345678'])
  })

  it('accepts web addresses, completed if bare, and no script', () => {
    for (const value of ['https://sellerie.example/page?x=1', 'HTTP://sellerie.example'])
      expect(stored('partnership', 'website', value)).toBe(value)
    for (const value of ['www.sattlerei.de', 'WWW.Sellerie.fr/contact?de=1', 'sellerie.fr:8080'])
      expect(stored('partnership', 'website', value)).toBe(`https://${value}`)
    refused('partnership', 'website', ['javascript:alert(1)', 'https://', 'ftp://x.fr', 'https://x y.fr', 'https://x'])
    refused('partnership', 'website', ['sellerie', 'lea@sellerie.fr', '1.2', `www.${'x'.repeat(286)}.fr/abcde`])
    refused('partnership', 'website', ['xhttps://x.fr', 'https://[x.fr', 'voir https://x.fr'])
  })

  it('accepts existing dates, also as typed without a date picker', () => {
    expect(stored('ambassador', 'birth_date', '24/05/1990')).toBe('1990-05-24')
    refused('ambassador', 'birth_date', ['2001-02-29', '1990-13-01', '1990-5-1', '31/04/1990', '0000-00-00'])
  })

  it('accepts a checkbox of a page or of JSON', () => {
    for (const value of ['on', '1', 'oui', 'true', true, 1])
      expect(stored('ambassador', 'guardian_consent', value), JSON.stringify(value)).toBe(1)
    for (const value of [false, null, '', undefined]) expect(stored('ambassador', 'guardian_consent', value)).toBeNull()
    refused('ambassador', 'guardian_consent', ['non', '0', 0])
  })

  it('ignores unknown fields, rejects what is no text, and cuts white space', () => {
    const { values } = send('contact', { id: 7, reference: 'C-1' })
    expect(Object.keys(values ?? {})).toEqual(Object.keys(forms.contact.fields))
    refused('contact', 'name', [{}, [], ['a'], () => 1])
    expect(stored('contact', 'name', 'Léa \r\n\n Martin')).toBe('Léa Martin')
    expect(stored('contact', 'message', 'Un\r\ndeux\rtrois')).toBe('Un\ndeux\ntrois')
  })
})

describe('age rule of the ambassador form', () => {
  const on = (birth_date: string, extra = {}) => parse(forms.ambassador, { ...ambassador, birth_date, ...extra }, TODAY)
  const { birth_date, guardian_consent, too_young } = forms.ambassador.sentences

  it.each([
    ['2026-11-22', { birth_date }],
    ['2026-11-21', { birth_date: too_young }],
    ['2011-11-22', { birth_date: too_young }],
    ['2011-11-21', { guardian_consent }],
    ['2008-11-22', { guardian_consent }],
    ['2008-11-21', undefined],
    ['1906-11-21', undefined],
    ['1905-11-21', { birth_date }],
  ])('says of a birth on %s: %j', (day, errors) => expect(on(day).errors).toEqual(errors))

  it('accepts the consent of a representative, and refuses a too young age alone, whatever else is missing', () => {
    expect(on('2011-11-21', { guardian_consent: 'on' }).values?.guardian_consent).toBe(1)
    expect(parse(forms.ambassador, { birth_date: '2013-01-01' }, TODAY).errors).toEqual({ birth_date: too_young })
    expect(on('2010-01-01', { city: '' }).errors).toMatchObject({ guardian_consent, city: expect.any(String) })
    expect(Object.keys(on('', { city: '' }).errors ?? {}), 'without a date').toEqual(['birth_date', 'city'])
  })

  it('uses the day in Paris', () => {
    expect(dayInParis(new Date('2026-11-20T23:30:00Z'))).toBe('2026-11-21')
    expect(dayInParis(new Date('2026-06-20T21:30:00Z'))).toBe('2026-06-20')
    expect(localDay(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05')
    expect([ageOn('2008-02-29', '2026-02-28'), ageOn('2008-02-29', '2026-03-01')], 'born on a leap day').toEqual([
      17, 18,
    ])
  })
})

describe('clean', () => {
  it.each([
    ['a\u0000b\u202Ec\uD800', 'abc\uFFFD'],
    ['a\uFFFEb\uFFFFc\uFFFD😀', 'abc\uFFFD😀'],
    ['Việt e\u0301', 'Việt é'],
    ['\u200BLéa\u200E \u2060Mar\u00ADtin', 'Léa Martin'],
    ...['\u200B', '\u3164', '\u00AD\u180E ', '\u0000\u200D', ' \u2800\uFE0F', '\u{E0067}'].map((unseen) => [
      unseen,
      '',
    ]),
    // Emoji of a family, a heart and the flag of Scotland; «I want» in Persian.
    ...['👨‍👩‍👧', '❤️', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', 'می\u200Cخواهم'].map((seen) => [seen, seen]),
  ])('%j is stored as %j', (text, kept) => expect(clean(text)).toBe(kept))

  it('does not normalize thousands of accents on one letter, because sorting them takes seconds', () => {
    const heap = `a${'\u0301'.repeat(16_000)}${'\u0323'.repeat(16_000)}`
    // Normalization would move the dots below before the accents.
    expect(clean(heap)).toBe(heap)
  })
})

it('messages of a form: failure with the address of the company, success with the confirmation that a sign-up needs', () => {
  expect(contactEmail).toMatch(/^\S+@\S+$/)
  expect(forms.ambassador.failure).toBe(`${forms.contact.failure} ${contactEmail}`)
  expect(successMessage(forms.waitlist, 'now')).toMatch(
    /^(?!Dernier geste).+ Dernier geste\s: .+ de vous envoyer .+\.$/,
  )
  expect(successMessage(forms.waitlist, 'later')).toMatch(
    /^(?!Dernier geste).+ Dernier geste\s: .+ dans les heures .+\.$/,
  )
  expect(successMessage(forms.waitlist, 'none')).toBe(forms.waitlist.success)
  expect(successMessage(forms.contact, 'now')).toBe(forms.contact.success)
})

it('formNamed finds a form only by its exact name', () => {
  expect(formNamed('contact')).toBe(forms.contact)
  for (const name of ['', 'inconnu', 'Contact', 'toString', '__proto__']) expect(formNamed(name), name).toBeUndefined()
})

it.each([
  [{ name: '', email: '', subject: '', message: '' }, 'Il manque 4\u00A0réponses.'],
  [{ message: ' ' }, 'Il manque une réponse.'],
  [{ email: 'luc@' }, 'Un point est à voir avec vous.'],
  [{ email: 'luc@', message: '' }, 'Il manque une réponse et un point est à voir avec vous.'],
  [{ email: 'luc@', subject: '?' }, '2\u00A0points sont à voir avec vous.'],
])('the summary above a form with %j is «%s»', (more, sentence) => {
  const input = { ...valid.contact, ...more }
  expect(invalidMessage(parse(forms.contact, input, TODAY).errors ?? {}, input)).toBe(sentence)
})
