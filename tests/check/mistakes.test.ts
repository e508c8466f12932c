import { existsSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { checkTexts } from '../../src/check/check-content.ts'
import type { Finding } from '../../src/check/finding.ts'
import { contentFolder } from './content-folder.ts'

interface Mistake {
  sets?: string
  adds?: string
  writes?: string
  removes?: string
  replaces?: string
  by?: string
  copies?: [file: string, key: string]
  says: string
  at?: string | number
}
type Planted = Mistake & { name: string; file: string }
type ByFile = Record<string, Record<string, Mistake>>

const list: { unreadable: ByFile; answers: Record<string, Mistake & { text: string }>; mistakes: ByFile } = parse(
  readFileSync('tests/check/mistakes.yaml', 'utf8'),
)
const content = contentFolder()

/** Groups mistakes in different files, because each check of all texts takes a tenth of a second. */
function rounds(files: ByFile): Planted[][] {
  const byFile = Object.entries(files).map(([file, mistakes]) =>
    Object.entries(mistakes).map(([name, mistake]) => ({ ...mistake, name, file })),
  )
  const longest = Math.max(...byFile.map(({ length }) => length))
  return Array.from({ length: longest }, (_, n) => byFile.flatMap((mistakes) => mistakes[n] ?? []))
}

const answers = Object.entries(list.answers).map(
  ([name, { text, ...mistake }], n): Planted => ({
    ...mistake,
    name,
    file: `faq/question-${n}.md`,
    writes: `---\nquestion: "La question ${n} ?"\norder: ${900 + n}\n---\n\n${text}\n`,
    at: mistake.at ?? text,
  }),
)

const lineOfKey = (text: string, key: string) => new RegExp(`^( *)${key}:.*$`, 'm').exec(text)?.[0] ?? ''

function madeIn(before: string, mistake: Mistake): string {
  const { sets, adds, writes, removes, replaces, by = '', copies } = mistake
  if (writes !== undefined) return writes
  if (adds !== undefined) return `${before.trimEnd()}\n\n${adds}\n`
  if (sets !== undefined)
    return before.replace(new RegExp(`^( *)${sets.split(':')[0]}:.*$`, 'm'), (_, indent) => indent + sets)
  if (copies) return before.replace(lineOfKey(before, copies[1]), () => lineOfKey(content.read(copies[0]), copies[1]))
  return before.replace(new RegExp(removes ?? replaces ?? '', 'm'), () => by)
}

/** Returns the line of a mistake, counted from 1. */
function lineOf({ at, writes, adds }: Mistake, before: string, after: string): number {
  if (typeof at === 'number') return at
  const lines = after.split('\n')
  if (at !== undefined) return lines.findIndex((line) => line.includes(at)) + 1
  if (writes !== undefined) return 1
  if (adds !== undefined) return before.trimEnd().split('\n').length + 2
  const old = before.split('\n')
  return lines.findIndex((line, n) => line !== old[n]) + 1
}

const all = [answers, ...rounds(list.mistakes), ...rounds(list.unreadable)]

describe.each(all)('finding when a copywriter', (...round) => {
  const lines = new Map<string, number>()
  let found: Finding[] = []
  beforeAll(() => {
    content.write('company.yaml', content.read('company.yaml').replace(/^email: .*$/m, 'email: maison@exemple.fr'))
    for (const mistake of round) {
      const before = existsSync(`${content.folder}/${mistake.file}`) ? content.read(mistake.file) : ''
      const after = madeIn(before, mistake)
      expect(after, mistake.name).not.toBe(before)
      content.write(mistake.file, after)
      lines.set(mistake.name, lineOf(mistake, before, after))
    }
    found = checkTexts(content.folder, content.pictures)
  })

  it.each(round)('$name', ({ name, file, says }) => {
    const [finding, ...others] = found.filter((each) => each.file === `${content.folder}/${file}`)
    expect([finding, ...others].slice(1), finding?.what).toEqual([])
    expect(finding?.line).toBe(lines.get(name))
    const said = `${finding?.what} ${finding?.mend}`.replaceAll('\u00A0', ' ').replaceAll(`${content.folder}/`, '')
    const [first = '', ...rest] = says.split('[…]').map(RegExp.escape)
    expect(said).toMatch(new RegExp(`^${[first, ...rest].join('.*')}$`))
  })
})
