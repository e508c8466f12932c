import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes release.json of a release. */
export function label(release: string, { name = '', platform = `${process.platform}-${process.arch}` }): void {
  writeFileSync(join(release, 'release.json'), JSON.stringify({ name, version: '1.0.0', commit: 'abc', platform }))
}

/** Packs the folder `name` in `parent`. Returns the path of the archive. */
export function packRelease(parent: string, name: string): string {
  const file = `${parent}.tar.gz`
  execFileSync('tar', ['-czf', file, '-C', parent, name])
  return file
}
