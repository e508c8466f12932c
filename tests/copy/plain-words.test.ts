import { expect, it } from 'vitest'
import { fillIn, missingWord, wordAt } from '../../src/copy/words/plain-words.ts'

it('wordAt finds a text by its keys and returns undefined for a missing or empty one', () => {
  const words = { fields: { nom: { label: 'Nom', hint: '' } } }
  expect(wordAt(words, ['fields', 'nom', 'label'])).toBe('Nom')
  for (const path of [['fields', 'nom', 'hint'], ['fields', 'ville', 'label'], ['fields', 'nom'], ['toString']])
    expect(wordAt(words, path)).toBeUndefined()
  expect(missingWord('forms/essai.yaml', ['fields', 'ville', 'label'])).toBe('[forms/essai.yaml : fields.ville.label]')
})

it('fillIn replaces the given placeholders and keeps all others', () => {
  expect(fillIn('{{ champ }} : {{maximum}} au plus, {{ autre }}', { champ: 'Nom', maximum: 80 })).toBe(
    'Nom : 80 au plus, {{ autre }}',
  )
  expect(fillIn('{{ champ }}', { champ: '{{ champ }} $1' })).toBe('{{ champ }} $1')
  expect(fillIn('{{ toString }}', {})).toBe('{{ toString }}')
})
