import { expect, it } from 'vitest'
import { attackWithLoad } from '../../attacks/load.ts'

it('steady traffic meets no error, ten times as much is answered or sent away, and all is well afterwards', async () => {
  for (const { attack, faults } of await attackWithLoad(3, 80)) expect(faults, attack).toEqual([])
})
