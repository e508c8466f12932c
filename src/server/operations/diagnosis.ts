/** 'fail' needs a person, 'warn' is worth knowing, 'pass' is well. */
export type Status = 'pass' | 'warn' | 'fail'

/** What was found where the server, `hera doctor` or `hera install` looked. */
export interface Diagnosis {
  status: Status
  /** What there is, in French. */
  sentence: string
  /** What the operator does about it, in French; it may name a command or a variable. None where all is well. */
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

/** What is found and what to do about it, as one text. */
export function withRemedy({ sentence, remedy }: Diagnosis): string {
  return [sentence, remedy].filter(Boolean).join(' ')
}
