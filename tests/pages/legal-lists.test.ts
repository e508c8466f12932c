import { expect, it } from 'vitest'
import { allForms } from '../../src/forms/index.ts'
import { builtPage } from '../support/routes.ts'

const lettersOf = (html: string) => html.replace(/<[^>]+>|&\w+;|[^\p{L}\p{N}]/gu, '').toLowerCase()

it('/privacy lists purpose, legal basis, retention and every field of each form', () => {
  const page = lettersOf(builtPage('/privacy'))
  const texts = allForms.flatMap(({ title, processing: { purpose, basis, retention }, fields }) => [
    [title, purpose, basis, retention].join(),
    ...Object.values(fields).map(({ deskLabel, label }) => deskLabel ?? label),
  ])
  expect(texts.filter((text) => !page.includes(lettersOf(text)))).toEqual([])
})

// Decisions «Made real»: everything that the site stores in a browser; the last two are of the desk.
it.each([
  ...['hera.splash', 'hera.popup', 'hera.counter-hidden', 'hera.session', 'hera.not-counted', 'recu'],
  ...['hera.reponse', 'bureau'],
])('/cookies lists %s', (key) => {
  expect(builtPage('/cookies').replace(/<script[\s\S]*?<\/script>|<[^>]+>/g, '')).toContain(key)
})
