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

/** All is well. */
export function pass(sentence: string): Diagnosis {
  return { status: 'pass', sentence }
}

/** Good to know. */
export function warn(sentence: string, remedy?: string): Diagnosis {
  return { status: 'warn', sentence, remedy }
}

/** A person must act. */
export function fail(sentence: string, remedy?: string): Diagnosis {
  return { status: 'fail', sentence, remedy }
}
