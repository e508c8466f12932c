import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtRoutes } from '../pages/built-routes.ts'
import { openSite, type Site } from '../site.ts'

/** Routes that no file of src/pages makes, each with the reason why it may be in the built server. */
const OTHERS: Readonly<Record<string, string>> = {}

describe('the built server answers', () => {
  const routes = builtRoutes()

  it('every page of the site', () => {
    const paths = routes.map(({ route }) => route)
    expect(paths).toEqual(expect.arrayContaining(['/', '/faq', '/formulaires/[form]', '/api/health', '/bureau']))
  })

  it('nothing that neither src/pages nor the list above names', () => {
    const unexpected = routes.filter(({ route, component }) => !component.startsWith('src/pages/') && !OTHERS[route])
    expect(unexpected.map(({ route, component }) => `${route} of ${component}`)).toEqual([])
  })
})

describe('what packages bring is closed', () => {
  let site: Site
  beforeAll(async () => {
    site = await openSite()
  })
  afterAll(() => site?.close())

  const picture = () => /\/_astro\/[\w.-]+\.webp/.exec(readFileSync('dist/client/index.html', 'utf8'))?.[0] ?? ''

  it.each([
    `/_image?href=${encodeURIComponent(picture())}&f=avif&q=100&w=640`,
    `/%5Fimage?href=${encodeURIComponent(picture())}&f=avif`,
    '/_image/',
    '/_image',
    '/_server-islands/Isle?e=&p=&s=',
    '/_server-islands/x',
    '/_actions/greet',
  ])('%s is an unknown address, for GET and POST', async (path) => {
    expect(picture()).not.toBe('')
    for (const method of ['GET', 'POST']) {
      const answer = await fetch(site.url + path, { method, redirect: 'manual' })
      expect(answer.status, method).toBe(404)
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(await answer.text()).toContain('<html lang="fr"')
    }
  })
})
