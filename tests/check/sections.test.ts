import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { SECTIONS } from '../../src/content.sections.ts'

// That pages ask for no other section is a matter of types; that they ask for each of these is not.
const pages = globSync('src/{pages,components}/**/*.astro').map((file) => readFileSync(file, 'utf8'))

/** Pages whose texts are those that another file names. */
const GENERIC = ['confirmation', 'desinscription', 'error', 'not-found']
/** Words between quotes, in code and not in imports. */
const NAMES = /(?<!from )'([\w-]+)'/g

for (const [id, sections] of Object.entries(SECTIONS).filter(([id]) => id !== 'merci'))
  it(`lists no section that ${id} does not show`, () => {
    const generic = GENERIC.includes(id) ? '|pageCopy\\(Astro\\.props' : ''
    const asking = new RegExp(`pageCopy\\('${id}'\\)|copy="${id}"${generic}`)
    const asked = pages.filter((page) => asking.test(page)).flatMap((page) => [...page.matchAll(NAMES)])
    expect(asked.map(([, name]) => name)).toEqual(expect.arrayContaining(Object.keys(sections)))
  })
