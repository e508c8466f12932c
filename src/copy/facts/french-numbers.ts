const WORDS =
  'un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize vingt trente'.split(' ')
const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 20, 30]

/** Pattern of digits and of the numbers that texts write as one word. */
export const NUMBER = `\\d+|une|${WORDS.join('|')}`

/** Reads digits or a word: 30 for «trente». */
export function numberOf(text: string): number {
  return /^\d/.test(text) ? Number(text) : (NUMBERS[WORDS.indexOf(text.toLowerCase().replace('une', 'un'))] ?? 0)
}

/** Writes a number up to 16 in words, as texts do with small counts; larger ones in digits. */
export function numberInWords(number: number): string {
  return number <= 16 ? (WORDS[number - 1] ?? String(number)) : String(number)
}
