import { createElement, createRef } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ErrorSummary } from '../../src/components/islands/ErrorSummary.tsx'
import { type Form, parse } from '../../src/forms/form.ts'
import { forms } from '../../src/forms/index.ts'

const form: Form = forms.quote

/** Returns the lines of the summary for these answers, with plain spaces. */
function lines(answers: Record<string, string>): string[] {
  const { errors = {} } = parse(form, answers, '2026-11-26')
  const html = renderToStaticMarkup(
    createElement(ErrorSummary, { ref: createRef<HTMLElement>(), id: 'quote', form, message: '', errors }),
  )
  return [...html.matchAll(/<a [^>]*>(.*?)<\/a>/g)].map(([, text = '']) =>
    text.replace(/<[^>]+>/g, '').replace(/\s/g, ' '),
  )
}

it('each error names its field once, also if the label is a common word of the sentence', () => {
  const found = lines({ quantity: '0' })
  expect(found).toContain('Nombre : Écrivez un nombre entier, de 1 à 50.')
  expect(found).toContain('Remplissez le champ « Votre nom ».')
})
