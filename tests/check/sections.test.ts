import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { SECTIONS } from '../../src/content.sections.ts'

// That pages ask for no other section is a matter of types; that they ask for each of these is not.
const pages = globSync('src/{pages,components}/**/*.astro').map((file) => readFileSync(file, 'utf8'))

for (const [id, names] of Object.entries(SECTIONS).filter(([id]) => id !== 'merci'))
  it(`lists no section that ${id} does not show`, () => {
    const asking = new RegExp(`pageCopy\\('${id}'\\)|copy="${id}"|pageCopy\\(Astro\\.props`)
    const asked = pages.filter((page) => asking.test(page)).flatMap((page) => [...page.matchAll(/'([\w-]+)'/g)])
    expect(asked.map(([, name]) => name)).toEqual(expect.arrayContaining([...names]))
  })
