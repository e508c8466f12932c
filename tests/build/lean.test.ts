import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { shortNames } from '../../src/build/lean/pictures.ts'
import { bundle } from '../../src/build/lean/scripts.ts'
import { usedStyles } from '../../src/build/lean/styles.ts'
import { pageRoutes } from '../routes.ts'

function folder(files: Record<string, string>): string {
  const path = mkdtempSync(join(tmpdir(), 'hera-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text)
  return path
}

describe('the styles of a page', () => {
  const used = (css: string, ...words: string[]) => usedStyles(css, new Set(words))

  it.each([
    ['a class that is missing', '.a{top:0}.b{top:0}', '.a{top:0}'],
    ['an element that is missing', 'p{top:0}table{top:0}', 'p{top:0}'],
    ['one selector of a list', '.a,.b{top:0}', '.a{top:0}'],
    ['a part of a selector', '.a .b{top:0}.a>p{top:0}', '.a>p{top:0}'],
    ['what is left empty', '@media print{.b{top:0}}.a{top:0}', '.a{top:0}'],
    [
      'an animation that nothing names',
      '@keyframes x{to{top:0}}@keyframes y{to{top:0}}p{animation:x 1s}',
      '@keyframes x{to{top:0}}p{animation:x 1s}',
    ],
    ['a property that nothing reads', 'p{--x:1;top:0}', 'p{top:0}'],
  ])('are without %s', (_, css, left) => {
    expect(used(css, 'p', 'a')).toBe(left)
  })

  it.each([
    ['states', ':focus-visible{top:0}p:hover{top:0}p:not(.b){top:0}p:has(.b){top:0}'],
    ['attributes', 'p[data-b]{top:0}[hidden]{top:0}a[href^="/b"]{top:0}'],
    ['alternatives', ':is(.a,.b) p{top:0}'],
    ['pseudo-elements', 'p::after{top:0}*,:before{top:0}'],
    ['the order of layers', '@layer x,y;@layer x{p{top:0}}'],
    ['the steps of an animation', '@keyframes x{0%{top:0}to{top:1px}}p{animation-name:x}'],
  ])('keep %s', (_, css) => {
    expect(used(css, 'p', 'a')).toBe(css)
  })

  it('have a value where its name was, unless the page or a script may change it', () => {
    expect(used(':root{--a:1px;--b:calc(var(--a) * 2)}p{top:var(--b)}', 'p')).toBe('p{top:calc(1px * 2)}')
    const twice = ':root{--a:1px}p{--a:2px;top:var(--a)}'
    expect(used(twice, 'p')).toBe(twice)
    for (const css of [
      ':root{--a:1px}p{top:var(--a,2px)}',
      '@media print{:root{--a:1px}}p{top:var(--a)}',
      ':root{--a:var(--b);--b:var(--a)}p{top:var(--a)}',
    ])
      expect(used(css, 'p')).toContain('var(--a')
    expect(used('@media print{:root{--a:1px}}p{top:var(--a)}', 'p')).toContain('--a:1px')
    expect(used(':root{--a:1px}p{top:var(--a,2px)}', 'p')).toContain('--a:1px')
    expect(used('.b{--a:1px;--b:var(--a)}p{top:0}', 'p', 'b')).toBe('p{top:0}')
    const set = ':root{--a:1px}p{top:var(--a)}'
    expect(used(set, 'p', '--a')).toBe(set)
  })
})

describe('the names of pictures', () => {
  const named = (...files: string[]) => {
    const client = folder({})
    mkdirSync(join(client, '_astro'))
    for (const file of files) writeFileSync(join(client, '_astro', file), file)
    const srcset = files.map((file) => `/_astro/${file} ${file.startsWith('hat') ? 608 : 480}w`).join(', ')
    const names = [...shortNames(client, [`<source srcset="${srcset}">`]).values()]
    expect(readdirSync(join(client, '_astro')).sort()).toEqual([...names].sort())
    return names
  }

  it('differ by width alone, a crop too has its own, and another content has others', () => {
    const [whole = '', crop, hat] = named('pad.AAAAAAAA_Z1.avif', 'pad.AAAAAAAA_Z2.avif', 'hat.BBBBBBBB_Z1.webp')
    expect(whole).toMatch(/^pad\.[\w-]{6}\.480\.avif$/)
    expect(crop).toBe(whole.replace('480', 'c480'))
    expect(hat).toMatch(/^hat\.[\w-]{6}\.608\.webp$/)
    expect(named('pad.CCCCCCCC_Z1.avif')).not.toContain(whole)
  })
})

describe('the script of a page', () => {
  it('holds all modules, once, and leaves what is fetched later where it is', async () => {
    const client = folder({
      'shared.js': 'export const shared = "both"',
      'one.js': 'import { shared } from "./shared.js"; console.log("one", shared)',
      'two.js': 'import { shared } from "./shared.js"; console.log("two", shared); import("./later.js")',
      'later.js': 'console.log("never here")',
    })
    const code = await bundle(client, [{ src: '/one.js' }, { text: 'console.log("inline")' }, { src: '/two.js' }])
    expect(code.match(/one|inline|two/g)).toEqual(['one', 'inline', 'two'])
    expect(code.match(/both/g)).toHaveLength(1)
    expect(code).toMatch(/import\([`"']\/_astro\/later\.js[`"']\)/)
    expect(code).not.toContain('never here')
  })
})

describe.each(pageRoutes())('%s', (path) => {
  const html = readFileSync(`dist/client/${path === '/' ? 'index' : path.slice(1)}.html`, 'utf8')

  it('has one style sheet and at most one module script', () => {
    expect(html.match(/<style\b/g)).toHaveLength(1)
    expect(html.match(/<script type="module"/g)?.length ?? 0).toBeLessThanOrEqual(1)
  })

  it('names files that are there', () => {
    const files = new Set(readdirSync('dist/client/_astro', { recursive: true }).map(String))
    const named = [...html.matchAll(/\/_astro\/([\w./-]+)/g)].map(([, file = '']) => file)
    expect(named.filter((file) => !files.has(file))).toEqual([])
  })
})
