import { expect, it } from 'vitest'
import { builtRoutes } from '../pages/built-routes.ts'

it('the built server has the routes of src/pages, and none of a package', () => {
  const routes = builtRoutes()
  const paths = routes.map(({ route }) => route)
  expect(paths).toEqual(expect.arrayContaining(['/', '/faq', '/formulaires/[form]', '/api/health', '/bureau']))
  expect(routes.filter(({ component }) => !component.startsWith('src/pages/'))).toEqual([])
})
