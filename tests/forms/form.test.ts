import { describe, expect, it } from 'vitest'
import { contactEmail } from '../../src/copy/words/words.ts'
import { clean } from '../../src/forms/answer-schema.ts'
import { ageOn, dayInParis, localDay } from '../../src/forms/calendar.ts'
import { invalidMessage, parse, successMessage } from '../../src/forms/form.ts'
import { allForms, type FormName, formNamed, forms } from '../../src/forms/index.ts'
import { valid } from '../support/samples.ts'

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

it.each<[FormName, string, unknown, unknown]>([
  ['partnership', 'years_in_business', '12', 12],
  ['partnership', 'years_in_business', 0, 0],
  ['contact', 'email', ' Prenom.Nom+hera@sous.exemple.fr ', 'Prenom.Nom+hera@sous.exemple.fr'],
  ['contact', 'email', 'x\u200D@2.y-z.museum', 'x@2.y-z.museum'],
  ['contact', 'email', 'Lea@BÜCHER.example', 'Lea@xn--bcher-kva.example'],
  ['partnership', 'phone', '06 12 34 56 78 ,', '06 12 34 56 78'],
  ['partnership', 'phone', '+32 (0)470/12 34 56', '+32 (0)470/12 34 56'],
  ['partnership', 'phone', '01 23 45 67 89 poste 12', '01 23 45 67 89 poste 12'],
  ['partnership', 'website', 'HTTP://sellerie.example/page?x=1', 'HTTP://sellerie.example/page?x=1'],
  ['partnership', 'website', 'WWW.Sellerie.fr/contact?de=1', 'https://WWW.Sellerie.fr/contact?de=1'],
  ['ambassador', 'birth_date', '24/05/1990', '1990-05-24'],
  ['ambassador', 'guardian_consent', 'on', 1],
  ['ambassador', 'guardian_consent', true, 1],
  ['ambassador', 'guardian_consent', false, null],
  ['contact', 'name', 'Léa \r\n\n Martin', 'Léa Martin'],
  ['contact', 'message', 'Un\r\ndeux\rtrois', 'Un\ndeux\ntrois'],
  ['quote', 'quantity', '', 1],
  ['quote', 'quantity', '50', 50],
  ['quote', 'measure_a', '52,5', 52.5],
  ['quote', 'measure_b', '52.50 cm', 52.5],
  ['quote', 'wished_date', '2026-11-01', '2026-11-01'],
])('%s.%s keeps %j as %j', (name, field, answer, kept) => expect(stored(name, field, answer)).toBe(kept))

it('what does not fit its field is refused', () => {
  refused('partnership', 'years_in_business', ['-1', '1.5', '1e2', 'douze', '301', 12.5, '٣'])
  refused('contact', 'email', ['x', 'x@y', 'x@@y.fr', 'x y@z.fr', 'x@y.fr\nBcc: z@z.fr', '<x@y.fr>', 'x@-y.fr'])
  refused('contact', 'email', ['x@é.fr/x', `x@${'é.'.repeat(60)}fr`, `${'x'.repeat(65)}@y.fr`])
  refused('partnership', 'phone', ['12345', 'six douze', '0612345678901234', '06;12', '33+612345678', '12 poste 34'])
  refused('partnership', 'website', ['javascript:alert(1)', 'https://', 'ftp://x.fr', 'https://x', 'sellerie'])
  refused('ambassador', 'birth_date', ['2001-02-29', '1990-13-01', '1990-5-1', '31/04/1990', '0000-00-00'])
  refused('ambassador', 'guardian_consent', ['non', '0', 0])
  refused('contact', 'name', [{}, [], ['a'], () => 1])
  refused('quote', 'quantity', ['0', '51', '1,5'])
  refused('quote', 'measure_a', ['480', '200,5', '17,3'])
  // Browsers accept a year of two digits.
  refused('quote', 'wished_date', ['0027-05-24', '2025-12-31'])
})

const bornOn = (birth_date: string, extra = {}) => send('ambassador', { birth_date, ...extra })
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
])('the age rule says of a birth on %s: %j', (day, errors) => expect(bornOn(day).errors).toEqual(errors))

it('the age rule accepts the consent of a representative, and refuses a too young age alone, whatever else is missing', () => {
  expect(bornOn('2011-11-21', { guardian_consent: 'on' }).values?.guardian_consent).toBe(1)
  expect(parse(forms.ambassador, { birth_date: '2013-01-01' }, TODAY).errors).toEqual({ birth_date: too_young })
  expect(bornOn('2010-01-01', { city: '' }).errors).toMatchObject({ guardian_consent, city: expect.any(String) })
  expect(Object.keys(bornOn('', { city: '' }).errors ?? {}), 'without a date').toEqual(['birth_date', 'city'])
})

it('the age rule uses the day in Paris', () => {
  expect(dayInParis(new Date('2026-11-20T23:30:00Z'))).toBe('2026-11-21')
  expect(localDay(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05')
  expect(ageOn('2008-02-29', '2026-02-28'), 'born on a leap day').toBe(17)
  expect(ageOn('2008-02-29', '2026-03-01'), 'born on a leap day').toBe(18)
})

it.each([
  ['a\u0000b\u202Ec\uD800', 'abc\uFFFD'],
  ['a\uFFFEb\uFFFFc\uFFFD😀', 'abc\uFFFD😀'],
  ['Việt e\u0301', 'Việt é'],
  ['\u200BLéa\u200E \u2060Mar\u00ADtin', 'Léa Martin'],
  ...['\u200B', '\u3164', '\u0000\u200D', ' \u2800\uFE0F', '\u{E0067}'].map((unseen) => [unseen, '']),
  // Emoji of a family, a heart and the flag of Scotland; «I want» in Persian.
  ...['👨‍👩‍👧', '❤️', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', 'می\u200Cخواهم'].map((seen) => [seen, seen]),
])('%j is cleaned to %j', (text, kept) => expect(clean(text)).toBe(kept))

it('clean does not normalize thousands of accents on one letter, because sorting them takes seconds', () => {
  const heap = `a${'\u0301'.repeat(16_000)}${'\u0323'.repeat(16_000)}`
  // Normalization would move the dots below before the accents.
  expect(clean(heap)).toBe(heap)
})

it('messages of a form: failure with the address of the company, success with the confirmation that a sign-up needs', () => {
  const { waitlist, contact } = forms
  expect(forms.ambassador.failure).toBe(`${contact.failure} ${contactEmail}`)
  expect(successMessage(waitlist, 'now')).toMatch(/^(?!Dernier geste).+ Dernier geste\s: .+ de vous envoyer .+\.$/)
  expect(successMessage(waitlist, 'later')).toMatch(/^(?!Dernier geste).+ Dernier geste\s: .+ dans les heures .+\.$/)
  expect([successMessage(waitlist, 'none'), successMessage(contact, 'now')]).toEqual([
    waitlist.success,
    contact.success,
  ])
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
