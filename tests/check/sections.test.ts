import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { SECTIONS } from '../../src/model/sections.ts'

// The types ensure that pages read no unknown section; this test ensures that they read every listed one.
const pages = globSync('src/{pages,components}/**/*.astro').map((file) => readFileSync(file, 'utf8'))

/** Pages whose texts are chosen by another file. */
const GENERIC = ['confirmation', 'desinscription', 'error', 'not-found']
/** Quoted words in code, except import paths. */
const NAMES = /(?<!from )'([\w-]+)'/g

for (const [id, sections] of Object.entries(SECTIONS).filter(([id]) => id !== 'merci'))
  it(`${id} shows every section listed for it`, () => {
    const generic = GENERIC.includes(id) ? '|pageCopy\\(Astro\\.props' : ''
    const asking = new RegExp(`pageCopy\\('${id}'\\)|copy="${id}"${generic}`)
    const asked = pages.filter((page) => asking.test(page)).flatMap((page) => [...page.matchAll(NAMES)])
    expect(asked.map(([, name]) => name)).toEqual(expect.arrayContaining(Object.keys(sections)))
  })
