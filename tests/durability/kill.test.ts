import { openSync, readSync } from 'node:fs'
import { expect, it } from 'vitest'
import { attackWithKills } from '../attacks/kill.ts'
import { openSite } from '../site.ts'

it('keeps each acknowledged submission exactly once through SIGKILL, and nothing by halves', async () => {
  const { cases, faults, note } = await attackWithKills(300, 3, 1985)
  expect(faults, 'what was lost, doubled or changed').toEqual([])
  expect(cases).toBeGreaterThan(60)
  expect(note).toMatch(/3 kills/)
})

it('runs on a write-ahead log, as the header of the file says', async () => {
  const site = await openSite()
  const header = Buffer.alloc(20)
  readSync(openSync(site.databasePath, 'r'), header)
  // Read and write version 2 mean WAL (https://www.sqlite.org/fileformat2.html#file_format_version_numbers).
  expect([...header.subarray(18, 20)]).toEqual([2, 2])
  await site.close()
})
