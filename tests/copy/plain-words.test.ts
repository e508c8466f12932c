import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { fillIn, missingWord, wordAt } from '../../src/copy/words/plain-words.ts'

it('no two texts of the interface have each other’s place: each named by the key of the other', () => {
  const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const groups: Record<string, Record<string, string>> = parse(readFileSync('src/content/interface.yaml', 'utf8'))
  const swapped = Object.values(groups).flatMap((words) => {
    const names = (text: string) =>
      Object.keys(words).filter((key) =>
        plain(text)
          .split(/\P{L}+/u)
          .includes(key),
      )
    return Object.entries(words).flatMap(([key, text]) =>
      names(text)
        .filter((other) => other !== key && names(words[other] ?? '').includes(key))
        .map((other) => `${key} and ${other}`),
    )
  })
  expect(swapped).toEqual([])
})

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
