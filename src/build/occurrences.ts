/** Start and end of each place where one of the sentences stands in a text; runs of white space count as one space. */
export function occurrences(text: string, sentences: readonly string[]): [start: number, end: number][] {
  return sentences
    .filter((sentence) => sentence.trim() !== '')
    .flatMap((sentence) => {
      const words = sentence
        .trim()
        .split(/\s+/)
        .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      return [...text.matchAll(new RegExp(words.join('\\s+'), 'g'))].map(({ 0: found, index }): [number, number] => [
        index,
        index + found.length,
      ])
    })
}
