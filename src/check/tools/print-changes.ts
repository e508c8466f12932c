import type { Change } from './changes.ts'

/** Widest side of the comparison, in characters. */
const WIDTH = 58

/** The changes as a text, page by page, the old sentences on the left and the new ones on the right. */
export function printChanges(changes: readonly Change[]): string {
  if (changes.length === 0) return 'Rien ne change pour qui lit le site depuis la dernière version enregistrée.'
  const count = changes.reduce((sum, { before, after }) => sum + Math.max(before.length, after.length), 0)
  return changes
    .map((change) => `${change.pages.join(', ')} (${change.file})\n${sideBySide(change)}`)
    .concat(`${count} ${count === 1 ? 'phrase change' : 'phrases changent'} depuis la dernière version enregistrée.`)
    .join('\n\n')
}

function sideBySide({ before, after }: Change): string {
  const left = before.length > 0 ? before.flatMap(wrap) : ['(nouveau)']
  const right = after.length > 0 ? after.flatMap(wrap) : ['(retiré)']
  const rows = Array.from({ length: Math.max(left.length, right.length) }, (_, row) =>
    `  ${(left[row] ?? '').padEnd(WIDTH)} │ ${right[row] ?? ''}`.trimEnd(),
  )
  return [`  ${'avant'.padEnd(WIDTH)} │ après`, ...rows, ''].join('\n')
}

/** A sentence in lines of the width of a side; a word that is longer has a line of its own. */
function wrap(sentence: string): string[] {
  const lines = ['']
  for (const word of sentence.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line !== '' && line.length + 1 + word.length > WIDTH) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines
}
