import { describe, expect, it } from 'vitest'
import { contactEmail } from '../../src/copy/words/words.ts'
import { clean } from '../../src/forms/answer-schema.ts'
import { ageOn, dayInParis, localDay } from '../../src/forms/calendar.ts'
import { invalidMessage, parse, successMessage } from '../../src/forms/form.ts'
import { formNamed, forms } from '../../src/forms/index.ts'
import { ambassador, valid } from '../support/samples.ts'

const TODAY = '2026-11-21'

describe('every form', () => {
  for (const form of Object.values(forms)) {
    it(`${form.name}: accepts a complete submission`, () => {
      expect(parse(form, valid[form.name] ?? {}, TODAY).errors).toBeUndefined()
    })

    it(`${form.name}: returns one sentence for each missing required field, in the order of the form`, () => {
      const { errors = {} } = parse(form, {}, TODAY)
      const required = Object.entries(form.fields).filter(([, field]) => !field.optional)
      expect(Object.keys(errors)).toEqual(required.map(([name]) => name))
      for (const sentence of Object.values(errors)) expect(sentence).toMatch(/^[A-ZÉ].+\.$/)
    })

    it(`${form.name}: stores empty optional fields as null or as their «empty» value`, () => {
      const optional = Object.entries(form.fields).filter(([, field]) => field.optional && field.kind !== 'checkbox')
      const blank = Object.fromEntries(optional.map(([name]) => [name, '   ']))
      const { values } = parse(form, { ...valid[form.name], ...blank }, TODAY)
      for (const [name, { empty }] of optional) expect(values?.[name]).toBe(empty ?? null)
    })

    it(`${form.name}: accepts a text of maximum length and rejects one more character`, () => {
      for (const [name, field] of Object.entries(form.fields)) {
        if (field.kind !== 'text' && field.kind !== 'textarea') continue
        const at = { ...valid[form.name], [name]: 'é'.repeat(field.max) }
        expect(parse(form, at, TODAY).errors).toBeUndefined()
        const over = { ...valid[form.name], [name]: 'é'.repeat(field.max + 1) }
        expect(parse(form, over, TODAY).errors?.[name]).toContain(
          `${field.max.toLocaleString('fr-FR')} caractères au plus`,
        )
      }
    })

    it(`${form.name}: keeps line breaks only in long texts`, () => {
      for (const [name, { kind }] of Object.entries(form.fields)) {
        const typed = String(valid[form.name]?.[name] ?? (kind === 'tel' ? '06 12 34 56 78' : 'un mot'))
        const { values } = parse(
          form,
          { ...valid[form.name], [name]: `${typed.slice(0, 2)}\n${typed.slice(2)}` },
          TODAY,
        )
        expect(String(values?.[name]).includes('\n'), name).toBe(kind === 'textarea')
      }
    })

    it(`${form.name}: accepts every option and nothing else`, () => {
      for (const [name, { options }] of Object.entries(form.fields)) {
        if (!options) continue
        for (const value of Object.keys(options))
          expect(parse(form, { ...valid[form.name], [name]: value }, TODAY).values?.[name]).toBe(value)
        for (const value of ['inconnu', 'toString', '__proto__', 'COMMANDE'])
          expect(parse(form, { ...valid[form.name], [name]: value }, TODAY).errors).toHaveProperty(name)
      }
    })
  }
})

describe('parse', () => {
  const refused = (name: string, field: string, value: unknown) =>
    expect(parse(forms[name as 'contact'], { ...valid[name], [field]: value }, TODAY).errors).toHaveProperty(field)
  const stored = (name: string, field: string, value: unknown) =>
    parse(forms[name as 'contact'], { ...valid[name], [field]: value }, TODAY).values?.[field]

  it('accepts an integer as text or number and rejects anything else', () => {
    expect(stored('partnership', 'years_in_business', '12')).toBe(12)
    expect(stored('partnership', 'years_in_business', 0)).toBe(0)
    for (const value of ['-1', '1.5', '1e2', 'douze', '301', 12.5, Number.NaN, '٣'])
      refused('partnership', 'years_in_business', value)
  })

  it('accepts only complete e-mail addresses', () => {
    expect(stored('contact', 'email', ' Prenom.Nom+hera@sous.exemple.fr ')).toBe('Prenom.Nom+hera@sous.exemple.fr')
    for (const value of ['x@y.fr', 'x@2.y-z.museum', 'x@y.f']) expect(stored('contact', 'email', value)).toBe(value)
    expect(stored('contact', 'email', 'x\u200D@y.fr'), 'pasted with a zero-width joiner').toBe('x@y.fr')
    for (const value of ['x', 'x@y', 'x@y.', '@y.fr', 'x@@y.fr', 'x y@z.fr', 'x@y.fr\nBcc: z@z.fr', '<x@y.fr>'])
      refused('contact', 'email', value)
    for (const value of ['x@-y.fr', 'x@y-.fr', 'x@y..fr', 'x@y.-fr', 'x@y.fr-', 'x@é.fr', `${'x'.repeat(65)}@y.fr`])
      refused('contact', 'email', value)
  })

  it('accepts telephone numbers in usual notations', () => {
    for (const value of ['0612345678', '06 12 34 56 78', '06.12.34.56.78', '06‑12‑34‑56‑78', '+32 (0)470/12 34 56'])
      expect(stored('partnership', 'phone', value)).toBe(value)
    for (const value of [
      '01 23 45 67 89 poste 12',
      '+44 20 7946 0958 ext. 12',
      '(+33) 6 12 34 56 78',
      '(+33)612345678',
      '+(32) 470 12 34 56',
      '06−12−34−56−78',
    ])
      expect(stored('partnership', 'phone', value), `stored value of ${value}`).toBe(value)
    expect(stored('partnership', 'phone', '06 12 34 56 78 ,'), 'pasted with a comma').toBe('06 12 34 56 78')
    expect(stored('partnership', 'phone', '\u200C06 12\u200D' + '34 56')).toBe('06 1234 56')
    for (const value of [
      '12345',
      'six douze',
      '0612345678901234',
      '06;12',
      '06,12,34,56,78',
      '33+612345678',
      'poste 061234',
      '061234 poste',
      '12 poste 345678',
    ])
      refused('partnership', 'phone', value)
  })

  it('accepts only web addresses, no script URLs', () => {
    expect(stored('partnership', 'website', 'https://sellerie.example/page?x=1')).toBe(
      'https://sellerie.example/page?x=1',
    )
    expect(stored('partnership', 'website', 'HTTP://sellerie.example')).toBe('HTTP://sellerie.example')
    for (const value of ['javascript:alert(1)', 'https://', 'ftp://x.fr', 'https://x y.fr', 'https://x'])
      refused('partnership', 'website', value)
    for (const value of ['www.sattlerei.de', 'sellerie.fr', 'WWW.Sellerie.fr/contact?de=1', 'sellerie.fr:8080'])
      expect(stored('partnership', 'website', value)).toBe(`https://${value}`)
    for (const value of ['sellerie', 'lea@sellerie.fr', '1.2', `www.${'x'.repeat(286)}.fr/abcde`])
      refused('partnership', 'website', value)
    for (const value of ['xhttps://x.fr', 'https://x.fr/a b', 'https://[x.fr', 'voir https://x.fr'])
      refused('partnership', 'website', value)
  })

  it('accepts only existing dates, also as typed without a date picker', () => {
    expect(stored('ambassador', 'birth_date', '24/05/1990')).toBe('1990-05-24')
    for (const value of [
      '2001-02-29',
      '1990-13-01',
      '1990-5-1',
      '31/04/1990',
      '0000-00-00',
      '3000-01-01',
      '1800-01-01',
    ])
      refused('ambassador', 'birth_date', value)
  })

  it('ignores unknown fields and rejects values that are not scalars', () => {
    const { values } = parse(forms.contact, { ...valid.contact, id: 7, reference: 'C-1' }, TODAY)
    expect(Object.keys(values ?? {})).toEqual(Object.keys(forms.contact.fields))
    for (const value of [{}, [], ['a'], () => 1]) refused('contact', 'name', value)
  })

  it('accepts a checkbox value of a page or of JSON', () => {
    for (const value of ['on', '1', 'oui', 'true', true, 1])
      expect(stored('ambassador', 'guardian_consent', value), JSON.stringify(value)).toBe(1)
    for (const value of [false, null, '', undefined]) expect(stored('ambassador', 'guardian_consent', value)).toBeNull()
    for (const value of ['non', '0', 0]) refused('ambassador', 'guardian_consent', value)
  })

  it('replaces line breaks in a one-line field and keeps them in a message', () => {
    expect(stored('contact', 'name', 'Léa \r\n\n Martin')).toBe('Léa Martin')
    expect(stored('contact', 'message', 'Un\r\ndeux\rtrois')).toBe('Un\ndeux\ntrois')
  })
})

describe('age rule of the ambassador form', () => {
  const on = (birth_date: string, extra = {}) => parse(forms.ambassador, { ...ambassador, birth_date, ...extra }, TODAY)

  it('rejects the day before the fifteenth birthday and accepts the birthday with guardian consent', () => {
    expect(on('2011-11-22').errors?.birth_date).toMatch(/à partir de 15\sans/)
    expect(on('2011-11-21').errors).toHaveProperty('guardian_consent')
    expect(on('2011-11-21', { guardian_consent: 'on' }).values?.guardian_consent, 'with guardian consent').toBe(1)
  })

  it('refuses a too young age alone, whatever else is missing', () => {
    const { guardian_consent, too_young } = forms.ambassador.sentences
    expect(parse(forms.ambassador, { birth_date: '2013-01-01' }, TODAY).errors).toEqual({ birth_date: too_young })
    expect(on('2010-01-01', { city: '' }).errors).toMatchObject({ guardian_consent, city: expect.any(String) })
    expect(Object.keys(on('', { city: '' }).errors ?? {}), 'without a date').toEqual(['birth_date', 'city'])
    expect(Object.keys(parse(forms.quote, { wished_date: '' }, TODAY).errors ?? {})).not.toContain('wished_date')
  })

  it('requires guardian consent until the day before the eighteenth birthday', () => {
    expect(on('2008-11-22').errors).toHaveProperty('guardian_consent')
    expect(on('2008-11-21').values?.guardian_consent, 'on the birthday').toBeNull()
  })

  it('rejects a birth date in the future or more than 120 years ago', () => {
    const { birth_date, too_young } = forms.ambassador.sentences
    expect(on('2026-11-22').errors).toEqual({ birth_date })
    expect(on('2026-11-21').errors).toEqual({ birth_date: too_young })
    expect(on('1906-11-21').errors, '120 years old today').toBeUndefined()
    expect(on('1905-11-21').errors).toEqual({ birth_date })
    expect(on('2010-01-01').errors).toEqual({ guardian_consent: expect.stringContaining('représentant légal') })
  })

  it('uses the date in Paris', () => {
    expect(dayInParis(new Date('2026-11-20T23:30:00Z'))).toBe('2026-11-21')
    expect(dayInParis(new Date('2026-06-20T21:30:00Z'))).toBe('2026-06-20')
    expect(localDay(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05')
    expect(ageOn('2008-02-29', '2026-02-28'), 'born on a leap day, on 28 February').toBe(17)
    expect(ageOn('2008-02-29', '2026-03-01'), 'born on a leap day, on 1 March').toBe(18)
  })
})

describe('clean', () => {
  it('removes control characters and direction marks and repairs invalid Unicode', () => {
    expect(clean('a\u0000b\u202Ec\uD800')).toBe('abc\uFFFD')
    expect(clean('a\uFFFEb\uFFFFc\uFFFD😀')).toBe('abc\uFFFD😀')
    expect(clean('e\u0301')).toBe('é')
    expect(clean('Việt e\u0301')).toBe('Việt é')
    expect(clean(null)).toBe('')
    expect(clean({}), 'a value that is not a string').toBeUndefined()
  })

  it('removes invisible characters, except joiners and variation selectors inside text', () => {
    expect(clean('\u200BLéa\u200E \u2060Mar\u00ADtin')).toBe('Léa Martin')
    for (const unseen of ['\u200B', '\u3164', '\u00AD\u180E ', '\u0000\u200D', ' \u2800\uFE0F', '\u{E0067}'])
      expect(clean(unseen), `stored value of ${escape(unseen)}`).toBe('')
    // Emoji of a family, a heart and the flag of Scotland; «I want» in Persian.
    for (const seen of ['👨‍👩‍👧', '❤️', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', 'می\u200Cخواهم']) expect(clean(seen)).toBe(seen)
  })

  it('does not normalize thousands of accents on one letter, because sorting them takes seconds', () => {
    const heap = `a${'\u0301'.repeat(16_000)}${'\u0323'.repeat(16_000)}`
    // Normalization would move the dots below before the accents.
    expect(clean(heap)).toBe(heap)
  })
})

it('the failure message of the ambassador form ends with the address of the company', () => {
  expect(contactEmail).toMatch(/^\S+@\S+$/)
  expect(forms.ambassador.failure).toBe(`${forms.contact.failure} ${contactEmail}`)
})

describe('successMessage', () => {
  it('asks for the confirmation by e-mail only after a sign-up that needs one', () => {
    expect(successMessage(forms.waitlist, 'now')).toMatch(
      /^(?!Dernier geste).+ Dernier geste\s: .+ que nous venons de vous envoyer .+\.$/,
    )
    expect(successMessage(forms.waitlist, 'later')).toMatch(
      /^(?!Dernier geste).+ Dernier geste\s: .+ que vous recevrez dans les heures qui viennent .+\.$/,
    )
    expect(successMessage(forms.waitlist, 'none')).toBe(forms.waitlist.success)
    expect(successMessage(forms.contact, 'now')).toBe(forms.contact.success)
  })
})

it('formNamed finds a form only by its exact name', () => {
  expect(formNamed('contact')).toBe(forms.contact)
  for (const name of ['', 'inconnu', 'Contact', 'toString', '__proto__']) expect(formNamed(name), name).toBeUndefined()
})

describe('error summary above a form', () => {
  const said = (name: 'contact' | 'ambassador' | 'partnership', input: Record<string, unknown>) => {
    const { errors = {} } = parse(forms[name], input, TODAY)
    return invalidMessage(errors, input)
  }

  it('counts missing answers', () => {
    expect(said('contact', {})).toBe('Il manque 4\u00A0réponses.')
    expect(said('contact', { ...valid.contact, message: ' ' })).toBe('Il manque une réponse.')
  })

  it('counts missing and invalid answers separately', () => {
    expect(said('contact', { ...valid.contact, email: 'luc@' })).toBe('Un point est à voir avec vous.')
    expect(said('contact', { ...valid.contact, email: 'luc@', message: '' })).toBe(
      'Il manque une réponse et un point est à voir avec vous.',
    )
    expect(said('contact', { ...valid.contact, email: 'luc@', subject: '?' })).toBe(
      '2\u00A0points sont à voir avec vous.',
    )
    expect(said('contact', { ...valid.contact, email: 'luc@', subject: '?', message: '' })).toBe(
      'Il manque une réponse et 2\u00A0points sont à voir avec vous.',
    )
  })

  it('does not speak of mistakes when the age is refused', () => {
    expect(said('ambassador', { ...valid.ambassador, birth_date: '2020-01-01' })).not.toMatch(/corriger|perdu/)
  })
})
