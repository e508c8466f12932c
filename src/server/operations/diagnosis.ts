import type { Part, Status } from './state/part.ts'

/** One line of what `hera doctor` and `hera install` found, in French: 'fail' needs a person. */
export interface Diagnosis {
  status: Status
  text: string
}

export const SIGNS = { pass: '✓', warn: '!', fail: '✗' } as const

export const pass = (text: string): Diagnosis => ({ status: 'pass', text })
export const warn = (text: string): Diagnosis => ({ status: 'warn', text })
export const fail = (text: string): Diagnosis => ({ status: 'fail', text })

/** The same for a part of the state. */
export const diagnosisOf = ({ title, status, sentence, remedy }: Part): Diagnosis => ({
  status,
  text: [`${title} : ${sentence}`, remedy].filter(Boolean).join(' '),
})
