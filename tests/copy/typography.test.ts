import { expect, it } from 'vitest'
import { typographic } from '../../src/copy/markdown/typography.ts'

it.each([
  ["l'atelier d'Hera", 'l’atelier d’Hera'],
  ['Il dit "oui" à l\'été', 'Il dit «\u202Foui\u202F» à l’été'],
  ['“le” tapis, l`or', '«\u202Fle\u202F» tapis, l’or'],
  ['une selle de 17" et demi', 'une selle de 17" et demi'],
  ['Pourquoi Hera ?', 'Pourquoi Hera\u202F?'],
  ['oui ; non', 'oui\u202F; non'],
  ['Détails : ici', 'Détails\u00A0: ici'],
  ['Détails: ici', 'Détails\u00A0: ici'],
  ['« Exemple »', '«\u202FExemple\u202F»'],
  ['310 g, 15 €, 100 %', '310\u00A0g, 15\u00A0€, 100\u00A0%'],
  ['15€, 20%', '15\u00A0€, 20\u00A0%'],
  ['10 h - 17 h 30', '10\u00A0h\u00A0– 17\u00A0h\u00A030'],
  ['4 à 6 semaines', '4\u00A0à\u00A06\u00A0semaines'],
  ['le 24 novembre 2026 à 9 h', 'le 24\u00A0novembre 2026 à 9\u00A0h'],
  [
    '{{ nombre }} points, de {{ minimum }} à {{ maximum }} cm',
    '{{ nombre }}\u00A0points, de {{ minimum }}\u00A0à\u00A0{{ maximum }}\u00A0cm',
  ],
  ['{{ maison }} s’en sert', '{{ maison }} s’en sert'],
  ['De 5 000 à 10 000', 'De 5\u202F000\u00A0à\u00A010\u202F000'],
  ['9 h 00 – 18 h 00', '9\u00A0h\u00A000\u00A0– 18\u00A0h\u00A000'],
  ['N° 1', 'N°\u00A01'],
  ['articles L. 217-1', 'articles L.\u00A0217-1'],
  ['à la section 6, la section sixième', 'à la section\u00A06, la section sixième'],
  [' : suite d’un mot en gras ;', '\u00A0: suite d’un mot en gras\u202F;'],
  ['Photos, vidéos...', 'Photos, vidéos…'],
])('typographic sets «%s»', (written, set) => {
  expect(typographic(written)).toBe(set)
  expect(typographic(set)).toBe(set)
})

it.each(['https://exemple.fr/a?b=c', "mailto:l'a@b.fr", '12:30', 'jj/mm/aaaa'])(
  'typographic does not change addresses and code-like text: %s',
  (text) => expect(typographic(text)).toBe(text),
)
