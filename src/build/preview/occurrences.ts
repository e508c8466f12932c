/** Returns start and end of each occurrence of the sentences: whole words only, a run of white space as one space. */
export function occurrences(text: string, sentences: readonly string[]): [start: number, end: number][] {
  return sentences
    .filter((sentence) => sentence.trim() !== '')
    .flatMap((sentence) => {
      const words = sentence
        .trim()
        .split(/\s+/)
        .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      return [...text.matchAll(new RegExp(`(?<![\\p{L}\\d])${words.join('\\s+')}(?![\\p{L}\\d])`, 'gu'))].map(
        ({ 0: found, index }): [number, number] => [index, index + found.length],
      )
    })
}
