import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { isSameBuild, MANIFEST_FILE, readBuildManifest } from '../../src/server/build-manifest.ts'
import { folder, scratchFolder } from '../scratch-folder.ts'

scratchFolder()

it('a build is whole until another one takes its place, or is being made', () => {
  const dist = pathToFileURL(`${folder}/`)
  const write = (builtAt: string) => writeFileSync(join(folder, MANIFEST_FILE), JSON.stringify({ builtAt }))
  write('2026-11-21T10:00:00.000Z')
  const started = readBuildManifest(dist)
  expect(isSameBuild(dist, started), 'the same build').toBe(true)
  write('2026-11-21T10:05:00.000Z')
  expect(isSameBuild(dist, started), 'another build').toBe(false)
  rmSync(folder, { recursive: true })
  expect(isSameBuild(dist, started), 'no build').toBe(false)
})
