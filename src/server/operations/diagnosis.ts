/** 'fail' requires action by a person, 'warn' is informative, 'pass' is fine. */
export type Status = 'pass' | 'warn' | 'fail'

/** Result of one check by the server or `hera doctor`. */
export interface Diagnosis {
  status: Status
  /** The finding, in French. */
  sentence: string
  /** What the operator should do, in French; may name a command or a variable. Undefined if all is well. */
  remedy?: string | undefined
}

export const SIGNS = { pass: '✓', warn: '!', fail: '✗' } as const

export function pass(sentence: string): Diagnosis {
  return { status: 'pass', sentence }
}

export function warn(sentence: string, remedy?: string): Diagnosis {
  return { status: 'warn', sentence, remedy }
}

export function fail(sentence: string, remedy?: string): Diagnosis {
  return { status: 'fail', sentence, remedy }
}

/** Joins the finding and its remedy into one text. */
export function withRemedy({ sentence, remedy }: Diagnosis): string {
  return [sentence, remedy].filter(Boolean).join(' ')
}
