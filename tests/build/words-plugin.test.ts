import { build, type Rolldown } from 'vite'
import { expect, it } from 'vitest'
import { wordsPlugin } from '../../src/build/words-plugin.ts'
import { forms } from '../../src/forms/index.ts'

it('wordsPlugin bundles the texts of the forms without the YAML parser and node:fs', async () => {
  const [{ output }] = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [wordsPlugin()],
    build: { write: false, minify: false, lib: { entry: 'src/forms/index.ts', formats: ['es'] } },
  })) as [Rolldown.RolldownOutput]
  const code = output.map((chunk) => ('code' in chunk ? chunk.code : '')).join('\n')
  for (const { fields } of Object.values(forms))
    for (const { label } of Object.values(fields)) expect(code).toContain(JSON.stringify(label))
  expect(code).not.toMatch(/node:fs|parseDocument|company\.yaml/)
})
