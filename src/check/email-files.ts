import { forms } from '../forms/index.ts'

const LISTS = ['newsletter', 'waitlist']
const ACKNOWLEDGED = ['ambassador', 'contact', 'partnership', 'withdrawal']

/** The files of src/content/emails, without their ending: every message that the site sends, and their common foot. */
export const EMAIL_FILES: readonly string[] = [
  ...Object.keys(forms).map((form) => `demande-${form}`),
  'demandes-reunies',
  ...ACKNOWLEDGED.map((form) => `accuse-${form}`),
  ...LISTS.flatMap((list) => [`confirmation-${list}`, `bienvenue-${list}`]),
  'bureau-lien',
  'bureau-rappel',
  'bureau-semaine',
  'alerte',
  'essai',
  'pied',
]
