import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

it.each(['start', 'test', 'dev', 'build', 'preview', 'serve', 'check', 'bench', 'hera'])(
  'decisions «Commands»: npm run %s exists',
  (name) => expect(scripts).toHaveProperty(name),
)
