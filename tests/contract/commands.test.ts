import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it.each(['start', 'test', 'dev', 'build', 'serve', 'check', 'bench', 'hera'])(
  'decisions «Commands»: npm run %s exists',
  (name) => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
    expect(scripts).toHaveProperty(name)
  },
)
