import { email } from './fields.ts'
import { defineForm } from './form.ts'

export const newsletter = defineForm({
  name: 'newsletter',
  table: 'newsletter_subscriptions',
  prefix: 'N',
  page: '/',
  deskTitle: 'Lettre d’information',
  parts: {
    adresse: {
      email: email({ autocomplete: 'email' }),
    },
  },
  isList: true,
  processing: { legalBases: ['consent'], retentionMonths: 36 },
})
