import { ageOn, MAJORITY, YOUNGEST_AMBASSADOR } from './calendar.ts'
import { checkbox, choice, date, email, tel, text, textarea, url } from './fields.ts'
import { defineForm, type Errors, type Values } from './form.ts'

const OLDEST = 120

export const ambassador = defineForm({
  name: 'ambassador',
  table: 'ambassador_applications',
  prefix: 'A',
  page: '/ambassador',
  deskTitle: 'Candidature d’ambassadeur',
  about: ['riding_discipline', 'riding_level', 'followers_count', 'why_hera'],
  isDecided: true,
  parts: {
    vous: {
      // First, so that applicants who are too young learn it before they fill in the rest.
      birth_date: date({ autocomplete: 'bday' }),
      guardian_consent: checkbox({ optional: true }),
      first_name: text({ max: 80, autocomplete: 'given-name', half: true }),
      last_name: text({ max: 80, autocomplete: 'family-name', half: true }),
      email: email({ autocomplete: 'email', half: true }),
      phone: tel({ autocomplete: 'tel', half: true }),
      postal_code: text({ max: 12, autocomplete: 'postal-code', half: true }),
      city: text({ max: 100, autocomplete: 'address-level2', half: true }),
      country: text({ max: 80, autocomplete: 'country-name' }),
    },
    reseaux: {
      instagram: text({ max: 100, optional: true, half: true }),
      facebook: text({ max: 100, optional: true, half: true }),
      tiktok: text({ max: 100, optional: true, half: true }),
      other_social: text({ max: 300, optional: true, half: true }),
      website: url({ autocomplete: 'url', optional: true, half: true }),
      followers_count: choice(['less_500', '500_1000', '1000_5000', '5000_10000', '10000_plus'], { half: true }),
    },
    pratique: {
      riding_discipline: choice(['cso', 'dressage', 'cce', 'endurance', 'western', 'loisir', 'autre'], { half: true }),
      riding_level: choice(['debutant', 'galop1_3', 'galop4_6', 'galop7_plus', 'amateur', 'pro'], { half: true }),
      horse_ownership: choice(['owner', 'half_ownership', 'leasing', 'club_horses', 'no'], { half: true }),
      club_name: text({ max: 160, optional: true, half: true }),
      competition_experience: textarea({ max: 2000, optional: true }),
    },
    projet: {
      why_hera: textarea({ max: 3000 }),
      content_ideas: textarea({ max: 3000, optional: true }),
      previous_partnerships: textarea({ max: 2000, optional: true }),
      availability: choice(['very_active', 'active', 'occasional']),
      heard_about: text({ max: 300, optional: true }),
    },
  },
  failureEndsWithEmail: true,
  refuse: refuseTooYoung,
  rule: checkAge,
  sentences: ['birth_date', 'too_young', 'guardian_consent'],
  processing: { legalBases: ['contract'], retentionMonths: 12 },
})

/** Refuses applicants below 15 years at once: what else is missing does not matter then. */
function refuseTooYoung(values: Values, today: string, says: Readonly<Record<string, string>>): Errors {
  const age = ageOn(String(values.birth_date), today)
  return age >= 0 && age < YOUNGEST_AMBASSADOR ? { birth_date: says.too_young ?? '' } : {}
}

/** Below 18 only with the consent of a legal representative (Code civil art. 388-1-1 and 1145). */
function checkAge(values: Values, today: string, says: Readonly<Record<string, string>>): Errors {
  const age = ageOn(String(values.birth_date), today)
  if (age < 0 || age > OLDEST) return { birth_date: says.birth_date ?? '' }
  if (age < MAJORITY && values.guardian_consent === null) return { guardian_consent: says.guardian_consent ?? '' }
  return {}
}
