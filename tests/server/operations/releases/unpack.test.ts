import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import type { Host } from '../../../../src/server/operations/releases/host.ts'
import { unpack } from '../../../../src/server/operations/releases/unpack.ts'
import { folder, scratchFolder } from '../../../scratch-folder.ts'
import { label, packRelease } from './archives.ts'

let base: string
let host: Host

scratchFolder()
beforeEach(() => {
  base = join(folder, 'opt')
  mkdirSync(join(base, 'releases/served'), { recursive: true })
  symlinkSync('releases/served', join(base, 'current'))
  host = {
    databasePath: join(folder, 'hera.sqlite'),
    siteUrl: 'https://www.hera.example',
    account: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 },
    restart: refuse,
    stop: refuse,
    answers: refuse,
  }
})

it('unpacks a release beside the current one', () => {
  expect(unpack(base, archive('next'), host)).toMatchObject({ name: 'next', version: '1.0.0' })
  expect(readdirSync(join(base, 'releases')).sort()).toEqual(['next', 'served'])
})

it.runIf(process.getuid?.() === 0)('root owns the unpacked files, whatever owner the archive contains', () => {
  const made = archive('next')
  execFileSync('tar', ['-xzf', made, '-C', folder])
  execFileSync('tar', ['-czf', made, '--owner=12345', '--group=12345', '-C', folder, 'next'])
  unpack(base, made, host)
  expect(statSync(join(base, 'releases/next/release.json')).uid, 'owner of the files').toBe(0)
})

it('replaces the remains of an earlier try', () => {
  mkdirSync(join(base, '.unpacking/half'), { recursive: true })
  mkdirSync(join(base, 'releases/next/old'), { recursive: true })
  unpack(base, archive('next'), host)
  expect(readdirSync(join(base, 'releases/next'))).not.toContain('old')
  expect(readdirSync(base).sort()).toEqual(['current', 'releases'])
})

it.each([
  ['is damaged', () => cutInHalf(archive('next')), /est abîmée ou incomplète, .* copiez-la de nouveau\.$/],
  ['is missing', () => join(folder, 'absent.tar.gz'), /n’existe pas/],
  ['is already online', () => archive('served'), /déjà en service/],
  [
    'is for another platform',
    () => archive('next', (release) => label(release, { name: 'next', platform: 'mars-x64' })),
    /faite pour mars-x64/,
  ],
  [
    'was not made by `npm run release`',
    () => archive('next', (release) => rmSync(join(release, 'release.json'))),
    /n’a pas été faite par/,
  ],
  [
    'is for another site',
    () => archive('next', (release) => writeSite(release, 'https://autre.example')),
    'next est construite pour https://autre.example, SITE_URL vaut https://www.hera.example. Si https://autre.example est l’adresse voulue, écrivez SITE_URL=https://autre.example dans /etc/hera/hera.env, puis : hera upgrade ;',
  ],
  [
    'does not run',
    () => archive('next', (release) => writeFileSync(join(release, 'hera.mjs'), 'process.exit(1)')),
    /ne se lance pas/,
  ],
])('refuses an archive that %s, and leaves no files', (_, make, why) => {
  const file = make()
  expect(() => unpack(base, file, host)).toThrow(why)
  expect(readdirSync(base).sort()).toEqual(['current', 'releases'])
  expect(readdirSync(join(base, 'releases'))).toEqual(['served'])
})

const refuse = () => Promise.reject(new Error('Unpacking touches what is served.'))

/** Creates the archive of a release with only a site and a program. */
function archive(name: string, change: (release: string) => void = () => {}): string {
  const release = join(folder, 'staging', name)
  mkdirSync(join(release, 'dist'), { recursive: true })
  symlinkSync(resolve('node_modules'), join(release, 'node_modules'))
  writeFileSync(join(release, 'hera.mjs'), '')
  writeSite(release, 'https://www.hera.example')
  label(release, { name })
  change(release)
  return packRelease(join(folder, 'staging'), name)
}

function writeSite(release: string, siteUrl: string): void {
  writeFileSync(join(release, 'dist/build.json'), JSON.stringify({ siteUrl }))
}

function cutInHalf(file: string): string {
  const bytes = readFileSync(file)
  writeFileSync(file, bytes.subarray(0, bytes.length / 2))
  return file
}
