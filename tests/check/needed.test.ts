import { expect, it } from 'vitest'
import { isMap, isPair, isScalar, isSeq, visit } from 'yaml'
import { readSources, type Source, sourceOf } from '../../src/check/reading/sources.ts'
import { valuesIn } from '../../src/check/reading/values-in.ts'
import { coverFaults } from '../../src/check/reading/yaml-faults.ts'
import { checkFacts } from '../../src/check/rules/check-facts.ts'
import { checkLinks } from '../../src/check/rules/check-links.ts'
import { checkMetadata } from '../../src/check/rules/check-metadata.ts'
import { checkPictures } from '../../src/check/rules/check-pictures.ts'
import { checkPlaceholders } from '../../src/check/rules/check-placeholders.ts'
import { checkRequired } from '../../src/check/rules/check-required.ts'
import { checkSchema } from '../../src/check/rules/check-schemas.ts'
import { checkSections } from '../../src/check/rules/check-sections.ts'
import { checkWords, programNames } from '../../src/check/rules/check-words.ts'
import { EMAIL_FILES, filledIn } from '../../src/model/needs.ts'

/** Optional keys: without one, only its own text is missing. */
const MAY_GO = [
  /^pages\/[\w-]+ sections\.[\w-]+\.note$/,
  /^pages\/[\w-]+ footer$/,
  /^legal\/[\w-]+ first_version$/,
  /^forms\/[\w-]+ fields\.[\w-]+\.(?:hint|deskLabel)$/,
  /^emails\/[\w-]+ (?:bandeau|note)$/,
  /^emails\/reponses\/[\w-]+ etat$/,
  /^(?:products|models)\/[\w-]+ (?:record\.\w+|sheet)$/,
  // Without it a picture counts as a photograph; the check cannot verify that.
  /^pictures [\w-]+\.synthese$/,
  /^company (?:instagram|facebook|tiktok)$/,
  /^(?:saddleries|exhibitions)\/[\w-]+ (?:website|hours)$/,
]

/**
 * Returns each key of a file with the source without that key and what is nested below it. Of the items of a list,
 * which have one schema, only the first that has the key counts.
 */
function withoutEachKey(source: Source): { key: string; without: Source }[] {
  const found = new Map<string, Source>()
  visit(source.document, {
    Pair(_, pair, ancestors) {
      if (!isScalar(pair.key) || !pair.key.range) return
      // Skips the only key of an item, because a list may be shorter.
      const [map, list] = [ancestors.at(-1), ancestors.at(-2)]
      if (isMap(map) && map.items.length === 1 && isSeq(list)) return
      const parents = ancestors.filter(isPair).map(({ key }) => (isScalar(key) ? String(key.value) : ''))
      const key = [...parents, String(pair.key.value)].join('.')
      if (found.has(key)) return
      const start = source.text.lastIndexOf('\n', pair.key.range[0] - 1) + 1
      const indent = source.text.slice(start, pair.key.range[0])
      const [first = '', ...others] = source.text.slice(start).split('\n')
      const below = others.findIndex((line) => line.trim() !== '' && line.search(/\S/) <= indent.length)
      const rest = below < 0 ? [] : others.slice(below)
      // Moves the dash of an item to its next key.
      if (indent.includes('-') && rest[0]?.startsWith(' '.repeat(indent.length))) rest[0] = indent + rest[0].trimStart()
      const text = [source.text.slice(0, start).replace(/\n$/, ''), ...rest].join('\n').replace(/^\n/, '')
      if (first === '') return
      found.set(key, sourceOf(source.file, source.path, text))
    },
  })
  return [...found].map(([key, without]) => ({ key, without }))
}

/** True if the check reports anything about all texts, of which some have changed. Cheap rules come first. */
function isNamed(all: readonly Source[], changed: readonly Source[]): boolean {
  const rules = [
    () => changed.flatMap((source) => coverFaults(source).faults),
    () => changed.flatMap(checkRequired),
    () => changed.flatMap(checkSchema),
    () => changed.flatMap(checkSections),
    () => checkFacts(all, '2026-11-23'),
    () => changed.flatMap((source) => checkWords(source, valuesIn(all))),
    () => checkMetadata(all, valuesIn(all)),
    () => {
      const values = valuesIn(all)
      return all.flatMap((source) => checkPlaceholders(source, values, programNames))
    },
    () => checkPictures(all, 'src/assets/pictures'),
    () => checkLinks(all),
  ]
  return rules.some((rule) => rule().length > 0)
}

it('the check reports the deletion of any required key', () => {
  const sources = readSources('src/content')
  const deleted = sources.flatMap((source) => withoutEachKey(source).map((each) => ({ ...each, path: source.path })))
  expect(deleted.length).toBeGreaterThan(1000)
  expect(isNamed(sources, sources), 'findings for the unchanged texts').toBe(false)
  const silent = deleted
    .filter(({ key, path }) => !MAY_GO.some((pattern) => pattern.test(`${path.replace(/\.\w+$/, '')} ${key}`)))
    .filter(({ path, without }) => {
      const all = sources.map((source) => (source.path === path ? without : source))
      return !isNamed(all, [without])
    })
  expect([...new Set(silent.map(({ key, path }) => `${path} ${key}`))]).toEqual([])
})

it('no value that the program fills into an e-mail has the name of a fact, except in the footer', () => {
  const facts = Object.keys(valuesIn(readSources('src/content')))
  const taken = EMAIL_FILES.filter((name) => name !== 'pied').flatMap((name) =>
    filledIn(name).filter((each) => facts.includes(each)),
  )
  expect(facts.length, 'facts').toBeGreaterThan(0)
  expect(taken, 'names of facts').toEqual([])
})
