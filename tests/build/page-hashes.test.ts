import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { sourceOf } from '../../src/build/page-hashes.ts'
import { pageRoutes } from '../support/routes.ts'

const headers: { pathname: string; headers: { key: string; value: string }[] }[] = JSON.parse(
  readFileSync('dist/_headers.json', 'utf8'),
)

it.each(pageRoutes())('the policy of %s allows only its own inline scripts and styles', (path) => {
  const html = readFileSync(`dist/client/${path === '/' ? 'index' : path.slice(1)}.html`, 'utf8')
  const policy = headers.find(({ pathname }) => pathname === path)?.headers[0]?.value ?? ''
  for (const kind of ['script', 'style']) {
    const inline = [
      ...html.matchAll(new RegExp(`<${kind}(?: type="(?:module|speculationrules)")?>([\\s\\S]*?)</${kind}>`, 'g')),
    ]
    const allowed = new RegExp(`${kind}-src 'self' ([^;]*)`).exec(policy)?.[1]?.split(' ')
    expect(allowed?.sort()).toEqual([...new Set(inline.map(([, text = '']) => sourceOf(text)))].sort())
  }
})
