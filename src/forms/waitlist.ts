import { email } from './fields.ts'
import { defineForm } from './form.ts'

export const waitlist = defineForm({
  name: 'waitlist',
  table: 'waitlist_signups',
  prefix: 'L',
  page: '/',
  deskTitle: 'Liste d’attente',
  parts: {
    adresse: {
      email: email({ autocomplete: 'email' }),
    },
  },
  isList: true,
  processing: { legalBases: ['consent'], retentionMonths: 36, endsWithLetter: true },
})
