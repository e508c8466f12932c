import { describe, expect, it } from 'vitest'
import { builtRoutes } from '../pages/built-routes.ts'

/** Allowed routes of the built server without a file in src/pages, each with the reason. */
const OTHERS: Readonly<Record<string, string>> = {}

describe('routes of the built server', () => {
  const routes = builtRoutes()

  it('include the pages of the site', () => {
    const paths = routes.map(({ route }) => route)
    expect(paths).toEqual(expect.arrayContaining(['/', '/faq', '/formulaires/[form]', '/api/health', '/bureau']))
  })

  it('include only files of src/pages and allowed exceptions', () => {
    const unexpected = routes.filter(({ route, component }) => !component.startsWith('src/pages/') && !OTHERS[route])
    expect(unexpected.map(({ route, component }) => `${route} of ${component}`)).toEqual([])
  })
})
