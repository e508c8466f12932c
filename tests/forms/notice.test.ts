import { expect, it } from 'vitest'
import { noticesFor } from '../../src/copy/notices.ts'
import { interfaceWords } from '../../src/copy/words/words.ts'
import { allForms, forms } from '../../src/forms/index.ts'
import { noticeText, shortNotice } from '../../src/forms/notice.ts'

/** RGPD art. 6(1)(a), (b), (c) and (f): legal bases and their wording in notices. */
const BASES = {
  consent: /consentement/,
  contract: /mesures précontractuelles/,
  obligation: /obligation imposée/,
  interest: /intérêt légitime/,
}

const full = (name: 'contact' | 'waitlist' | 'withdrawal' | 'ambassador') =>
  noticeText(forms[name], { name: 'Hera', email: 'contact@hera.example' })

// RGPD art. 7(3), 17(3)(b), 20(1) and 21(1).
it('the privacy notice under a form lists only the rights of the legal basis of the form', () => {
  expect(full('waitlist')).toMatch(/effacement.*portabilité.*retirer votre consentement/)
  expect(full('waitlist')).not.toContain('opposer')
  expect(full('contact')).toMatch(/portabilité.*vous opposer/)
  expect(full('ambassador')).toContain('portabilité')
  expect(full('ambassador')).not.toContain('opposer')
  expect(full('withdrawal')).toMatch(/pour demander l’accès, la rectification ou la limitation\s;/)
  expect(full('withdrawal')).not.toMatch(/opposer|portabilité|effacement/)
})

it.each(allForms)(
  'the privacy notice of $name names exactly its legal bases',
  ({ processing: { basis, legalBases } }) => {
    const named = Object.entries(BASES).flatMap(([name, words]) => (words.test(basis) ? [name] : []))
    expect(legalBases.toSorted(), basis).toEqual(named.toSorted())
  },
)

// Code de la consommation, L. 223-2, for an optional number too.
it.each(allForms)(
  'the privacy notice of $name says that sales calls need consent exactly if it asks for a number',
  (form) => {
    const asks = Object.values(form.fields).some(({ kind }) => kind === 'tel')
    for (const text of [shortNotice(form, 'Hera'), noticeText(form, { name: 'Hera', email: '' })])
      expect(text.includes(interfaceWords.donnees.telephone), text).toBe(asks)
  },
)

it('the privacy notice under a form states controller, purpose, legal basis, retention, contact address, CNIL and privacy policy', () => {
  const text = full('contact')
  const { purpose, basis, retention } = forms.contact.processing
  for (const part of [`Hera utilise ces données pour ${purpose}`, basis, retention, 'contact@hera.example', 'CNIL'])
    expect(text).toContain(part)
  expect(text).toMatch(/politique de confidentialité\.$/)
})

it('the privacy notice under a form names the registered company, or «Hera» until it is known, and its e-mail address', () => {
  const said = (company: Record<string, string>) => noticesFor(company).contact?.text
  expect(said({ nom: 'Hera', raison_sociale: 'Tapis SARL', email: 'a@b.fr' })).toMatch(/Tapis SARL utilise.* a@b\.fr/)
  expect(said({ nom: 'Hera', raison_sociale: '' })).toContain('Hera utilise')
})

it('the privacy notice under a form states the consequence of missing answers; a withdrawal needs no form (code de la consommation, L. 221-21)', () => {
  expect(full('waitlist')).toMatch(/^Sans votre adresse/)
  expect(full('contact')).toMatch(/^Sans les réponses obligatoires(?!.*courrier)/)
  expect(full('withdrawal')).toMatch(/^Sans les réponses obligatoires.*vous rétracter par e-mail ou par courrier/)
})
