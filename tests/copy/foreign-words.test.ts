import { expect, it } from 'vitest'
import { markForeignWords } from '../../src/copy/markdown/foreign-words.ts'

it('markForeignWords marks English words with lang="en", except in tags and longer words', () => {
  expect(markForeignWords('<a href="/quilting">Le quilting</a> en Mesh 3D')).toBe(
    '<a href="/quilting">Le <span lang="en">quilting</span></a> en <span lang="en">Mesh</span> 3D',
  )
  expect(markForeignWords('smesh, mesh-plus')).toBe('smesh, mesh-plus')
})
