import { expect, it } from 'vitest'
import { markForeignWords } from '../../src/copy/markdown/foreign-words.ts'

it('marks English words with their language, and leaves tags and longer words alone', () => {
  expect(markForeignWords('<a href="/quilting">Le quilting</a> en Mesh 3D')).toBe(
    '<a href="/quilting">Le <span lang="en">quilting</span></a> en <span lang="en">Mesh</span> 3D',
  )
  expect(markForeignWords('smesh, mesh-plus')).toBe('smesh, mesh-plus')
})
