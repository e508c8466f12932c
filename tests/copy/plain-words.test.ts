import { expect, it } from 'vitest'
import { fillIn, missingWord, wordAt } from '../../src/copy/words/plain-words.ts'
import { wordFiles } from '../../src/copy/words/read-words.ts'

it('looks again where a form, the interface, a figure or the identity is changed', () => {
  const files = wordFiles().join('\n')
  for (const name of ['forms/quote.yaml', 'interface.yaml', 'facts.yaml', 'company.yaml']) expect(files).toContain(name)
})

it('finds a word by its keys, and nothing where there is none or an empty one', () => {
  const words = { fields: { nom: { label: 'Nom', hint: '' } } }
  expect(wordAt(words, ['fields', 'nom', 'label'])).toBe('Nom')
  for (const path of [['fields', 'nom', 'hint'], ['fields', 'ville', 'label'], ['fields', 'nom'], ['toString']])
    expect(wordAt(words, path)).toBeUndefined()
  expect(missingWord('forms/essai.yaml', ['fields', 'ville', 'label'])).toBe('[forms/essai.yaml : fields.ville.label]')
})

it('fills the names that it is given and leaves all others', () => {
  expect(fillIn('{{ champ }} : {{maximum}} au plus, {{ autre }}', { champ: 'Nom', maximum: 80 })).toBe(
    'Nom : 80 au plus, {{ autre }}',
  )
  expect(fillIn('{{ champ }}', { champ: '{{ champ }} $1' })).toBe('{{ champ }} $1')
  expect(fillIn('{{ toString }}', {})).toBe('{{ toString }}')
})
