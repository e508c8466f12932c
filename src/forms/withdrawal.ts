import { email, text, textarea } from './fields.ts'
import { defineForm } from './form.ts'

/** Online withdrawal form (Code de la consommation L. 221-21, L. 221-24 and D. 221-5). */
export const withdrawal = defineForm({
  name: 'withdrawal',
  table: 'withdrawal_notices',
  prefix: 'R',
  page: '/retractation',
  isWithdrawal: true,
  deskTitle: 'Rétractation',
  about: ['order_reference', 'message'],
  parts: {
    commande: {
      name: text({ max: 120, autocomplete: 'name', half: true }),
      email: email({ autocomplete: 'email', half: true }),
      order_reference: text({ max: 200 }),
      message: textarea({ max: 2000, optional: true }),
    },
  },
  failureEndsWithEmail: true,
  // Kept as long as the order it cancels.
  processing: { legalBases: ['obligation'], retentionMonths: 120 },
})
