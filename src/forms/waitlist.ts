import { email } from './fields.ts'
import { defineForm } from './form.ts'

/** Months after which the purge removes a row that nothing came of. */
const RETENTION_MONTHS = 36

export const waitlist = defineForm({
  name: 'waitlist',
  table: 'waitlist_signups',
  prefix: 'L',
  page: '/',
  houseTitle: 'Liste d’attente',
  parts: {
    adresse: {
      email: email({ autocomplete: 'email' }),
    },
  },
  uniqueBy: 'email',
  processing: { legalBases: ['consent'], retentionMonths: RETENTION_MONTHS, endsWithLetter: true },
})
