import type { Block } from './email-parts.ts'

/** A part of the installation that needs repair. */
export interface FailingPart {
  title: string
  sentence: string
  /** Instructions, only for the operator. */
  remedy?: string | undefined
}

/** Wraps our own text as a Block. */
export const paragraph = (text: string): Block => ({ kind: 'paragraph', text })

/** States how many more items the desk lists. */
export const andMore = (count: number) => paragraph(`Et ${count} de plus, dans le bureau.`)

/** A quote, because the sentence may contain the text of a mail server. */
export function failingPart({ title, sentence }: FailingPart): Block {
  return { kind: 'quote', heading: `${title} : à réparer`, lines: [sentence] }
}

export function repairPart({ title, sentence, remedy }: FailingPart): Block {
  return { kind: 'quote', heading: title, lines: remedy ? [sentence, remedy] : [sentence] }
}
