import { describe, expect, it } from 'vitest'
import { builtRoutes } from '../pages/built-routes.ts'

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
