import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { SERVE } from './site.ts'

const [, ...command] = SERVE

it.each([
  ['npm start', JSON.parse(readFileSync('package.json', 'utf8')).scripts.start],
  ['systemd', /^ExecStart=(.*)$/m.exec(readFileSync('deploy/systemd/hera.service', 'utf8'))?.[1]],
  ['the container', JSON.parse(/^CMD (.*)$/m.exec(readFileSync('deploy/Dockerfile', 'utf8'))?.[1] ?? '[]').join(' ')],
])('%s runs what npm run serve runs', (_, line) => {
  expect(command).toContain('server.mjs')
  expect(line).toMatch(new RegExp(`node ${command.join(' ')}$`))
})
