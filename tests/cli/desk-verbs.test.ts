import { rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { operator, setUpOperator } from './operator.ts'

setUpOperator()

describe('hera desk', () => {
  it('prints a link to the site of SITE_URL, else of the build, else on localhost', async () => {
    await operator.run('desk')
    operator.context.config.siteUrl = 'https://www.maison.example'
    await operator.run('desk')
    operator.context.config.siteUrl = undefined
    rmSync(operator.file('dist/build.json'))
    await operator.run('desk')
    expect(operator.printed.map((link) => new URL(link).origin)).toEqual([
      'https://hera.example',
      'https://www.maison.example',
      'http://localhost:4321',
    ])
  })
})
