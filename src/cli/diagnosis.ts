/** One line of `hera doctor`. A problem makes the command fail, a warning does not. */
export interface Diagnosis {
  level: 'ok' | 'warning' | 'problem'
  text: string
}

export const ok = (text: string): Diagnosis => ({ level: 'ok', text })
export const warning = (text: string): Diagnosis => ({ level: 'warning', text })
export const problem = (text: string): Diagnosis => ({ level: 'problem', text })
