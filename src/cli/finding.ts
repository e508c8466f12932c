/** What a check found; a problem makes the command fail, a warning does not. */
export interface Finding {
  level: 'ok' | 'warning' | 'problem'
  text: string
}

export const ok = (text: string): Finding => ({ level: 'ok', text })
export const warning = (text: string): Finding => ({ level: 'warning', text })
export const problem = (text: string): Finding => ({ level: 'problem', text })
