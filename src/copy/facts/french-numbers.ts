/** Pattern of the French number words of which compound numbers consist. */
export const NUMBER_WORDS =
  'une?|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|vingt|trente|quarante|cinquante|soixante|cents?|mille'

const WORDS = NUMBER_WORDS.replace('une?', 'un').replace('cents?', 'cent').split('|')
const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 20, 30, 40, 50, 60, 100, 1000]

/** Parses digits, or French number words up to a few thousand: 80 for «quatre-vingt». */
export function numberOf(words: string): number {
  if (/^\d/.test(words)) return Number(words)
  let sum = 0
  for (const word of words.toLowerCase().split(/-(?:et-)?/)) {
    const plain = word.replace(/^une$/, 'un').replace(/^cents$/, 'cent')
    const value = NUMBERS[WORDS.indexOf(plain)] ?? 0
    sum = value === 20 && sum === 4 ? 80 : value >= 100 && sum > 0 ? sum * value : sum + value
  }
  return sum
}

/** Writes a number up to 16 in words, as texts do with small counts; larger ones in digits. */
export function numberInWords(number: number): string {
  return number <= 16 ? (WORDS[number - 1] ?? String(number)) : String(number)
}
