import { email } from './fields.ts'
import { defineForm } from './form.ts'

/** Months after which the purge removes a row that nothing came of. */
const RETENTION_MONTHS = 36

export const newsletter = defineForm({
  name: 'newsletter',
  table: 'newsletter_subscriptions',
  prefix: 'N',
  page: '/',
  houseTitle: 'Lettre d’information',
  parts: {
    adresse: {
      email: email({ autocomplete: 'email' }),
    },
  },
  uniqueBy: 'email',
  processing: { legalBases: ['consent'], retentionMonths: RETENTION_MONTHS },
})
