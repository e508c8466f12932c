import type { FormName } from '../../forms/index.ts'

/** What the operator calls a submission of each form. */
export const TITLES: Readonly<Record<FormName, string>> = {
  waitlist: 'Liste d’attente',
  newsletter: 'Lettre d’information',
  contact: 'Message de contact',
  partnership: 'Candidature de revendeur',
  ambassador: 'Candidature d’ambassadeur',
  withdrawal: 'Rétractation',
}

/** What people call a list that letters go to. */
export function listTitle(list: string): string {
  return Object.entries(TITLES).find(([name]) => name === list)?.[1] ?? list
}
