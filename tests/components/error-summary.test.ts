import { createElement, createRef } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ErrorSummary } from '../../src/components/islands/ErrorSummary.tsx'
import { type Form, parse } from '../../src/forms/form.ts'
import { forms } from '../../src/forms/index.ts'

it('each error names its field once, also if the label is a common word of the sentence', () => {
  const form: Form = forms.quote
  const { errors = {} } = parse(form, { quantity: '0' }, '2026-11-26')
  const given = { ref: createRef<HTMLElement>(), id: 'quote', form, message: '', errors }
  const links = renderToStaticMarkup(createElement(ErrorSummary, given)).match(/<a [^>]*>.*?<\/a>/g) ?? []
  const lines = links.map((link) => link.replace(/<[^>]+>/g, '').replace(/\s/g, ' '))
  expect(lines).toContain('Nombre : Écrivez un nombre entier, de 1 à 50.')
  expect(lines).toContain('Remplissez le champ « Votre nom ».')
})
