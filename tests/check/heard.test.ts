import { expect, it } from 'vitest'
import type { Finding } from '../../src/check/finding.ts'
import { factsOf } from '../../src/check/reading/facts-of.ts'
import { readSources, type Source, sourceOf } from '../../src/check/reading/sources.ts'
import { type TextSpan, textSpansOf } from '../../src/check/reading/text-spans.ts'
import { checkCharacters } from '../../src/check/rules/check-characters.ts'
import { checkFigures } from '../../src/check/rules/check-figures.ts'
import { checkHtml } from '../../src/check/rules/check-html.ts'
import { checkReferences } from '../../src/check/rules/check-references.ts'
import { checkTypography } from '../../src/check/rules/check-typography.ts'

const other = (path: string, text: string) => sourceOf(path, path, text)
const sources = [
  ...readSources('src/content'),
  // Entries of collections that may be empty today.
  other(
    'saddleries/a.yaml',
    'name: "Le Cap"\naddress: "1 rue du Port"\nhours: "Le mardi"\nwebsite: "https://port.example"\n',
  ),
  other('exhibitions/a.yaml', 'title: "Le salon"\nplace: "Lyon"\nwebsite: "https://salon.example"\n'),
  other('testimonials/a.yaml', 'text: "Il tient."\nname: "A. B."\nproof: "Dossier"\n'),
]
/** Names a text by its folder or file and its key. */
const nameOf = ({ source, key }: TextSpan) => `${source.folder || source.id}.${key}`
const endOf = ({ offset, text }: TextSpan) => offset + text.trimEnd().length
const textsOf = (source: Source) => textSpansOf(source).filter(({ text }) => text.trim() !== '')
const NAMES = [...new Set(sources.flatMap(textsOf).map(nameOf))]

/** Returns the names of the texts in which a rule reports what is appended to them. */
function textsThatHear(written: string, rule: (source: Source) => readonly Finding[]): string[] {
  const heard = sources.flatMap((source) => {
    const text = textsOf(source)
      .map(endOf)
      .toSorted((a, b) => b - a)
      .reduce((text, at) => text.slice(0, at) + written + text.slice(at), source.text)
    const changed = sourceOf(source.file, source.path, text)
    const lines = rule(changed).map(({ line }) => line)
    return textsOf(changed).filter((span) => lines.includes(changed.lineOf(endOf(span) - 1)))
  })
  return NAMES.filter((name) => heard.some((span) => nameOf(span) === name))
}

/** Values that are not read as words. */
const ADDRESSES = /\.(?:href|image|website|proof|related|ou|initials|kind)$/
/** The name of a product, which checkReferences looks up. */
const PIECE = /^models\.piece$/
/** Texts fixed by the specification or by law, which another rule checks. */
const FIXED =
  /^forms\.(?:success|submit|confirm|sent|small|medium|large|less_500|5?\d+00+_\d+00+|10000_plus)$|^interface\.(?:retour|echec|confirmer|confirmer_plus_tard)$/
const OF_OTHERS = /^(?:lancement|testimonials)\./
const FIGURES = /^(?:company|facts|lancement|testimonials|saddleries|exhibitions)\./

it.each<[string, string, (source: Source) => readonly Finding[], RegExp[]]>([
  ['a tab', '\tOui.', checkCharacters, [ADDRESSES, PIECE]],
  ['a tag of a word processor', ' <o:p>.', checkHtml, [ADDRESSES, PIECE]],
  ['a straight apostrophe', " C'est lui.", checkTypography, [ADDRESSES, PIECE, FIXED, OF_OTHERS]],
  ['a duration', ' Dans 13 mois.', (source) => checkFigures(source, {}), [ADDRESSES, PIECE, FIXED, FIGURES]],
  [
    'an e-mail address of the company',
    ' À maison@exemple.fr.',
    (source) => checkReferences([source], { email: 'maison@exemple.fr' }),
    [ADDRESSES, FIGURES],
  ],
])('reports %s in every text except the listed ones', (_, written, rule, exceptions) => {
  const heard = textsThatHear(written, rule)
  const excepted = (name: string) => exceptions.some((each) => each.test(name))
  expect(
    NAMES.filter((name) => !heard.includes(name) && !excepted(name)),
    'texts without a finding',
  ).toEqual([])
  expect(
    heard.filter((name) => excepted(name) && !FIXED.test(name)),
    'excepted texts with a finding',
  ).toEqual([])
})

it('requires placeholders for e-mail, telephone, address, SIREN and mediator of company.yaml only', () => {
  const facts = sources.filter(({ path }) => path === 'company.yaml').flatMap(factsOf)
  const values = Object.fromEntries(facts.map(({ name }) => [name, `<${name}>`]))
  const text = other('faq/a.md', `---\nquestion: "Qui ?"\n---\n${Object.values(values).join('\n')}\n`)
  const named = checkReferences([text], values).map(({ what }) => /<(\w+)>/.exec(what)?.[1])
  expect(named).toEqual(['email', 'email_professionnels', 'telephone', 'adresse', 'siren', 'mediateur_site'])
})

it('reports figures with every unit, in digits and in words', () => {
  const hears = (figure: string) =>
    checkFigures(other('faq/a.md', `---\nquestion: "Qui ?"\n---\nComptez ${figure}.\n`), {}).length === 1
  const spelled = ['jours', 'jours ouvrés', 'jours ouvrables', 'semaines', 'mois', 'ans', 'années', 'heures', 'minutes']
  spelled.push('secondes', 'euros', 'pour cent', 'kilos', 'grammes', 'mètres', 'centimètres', 'millimètres', 'pixels')
  const signs = ['h', 'h 30', 'min', 's', '€', '%', 'kg', 'g', 'mm', 'cm', 'm', 'm²', 'px', 'K', 'k', 'tapis', 'vues']
  const figures = [...spelled, ...signs].map((unit) => `13 ${unit}`)
  figures.push(
    ...spelled.map((unit) => `treize ${unit}`),
    ...['1 jour', '2 à 3 jours', '12,5 kg', 'deux ou trois jours'],
  )
  expect(
    figures.filter((figure) => !hears(figure)),
    'figures without a finding',
  ).toEqual([])
})
