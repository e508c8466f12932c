import { choice, email, text, textarea } from './fields.ts'
import { defineForm } from './form.ts'

export const contact = defineForm({
  name: 'contact',
  table: 'contact_messages',
  prefix: 'C',
  page: '/contact',
  presets: ['subject'],
  deskTitle: 'Message de contact',
  parts: {
    vous: {
      name: text({ max: 120, autocomplete: 'name', half: true }),
      email: email({ autocomplete: 'email', half: true }),
    },
    demande: {
      subject: choice(['commande', 'produit', 'livraison', 'retour', 'personnalisation', 'partenariat', 'autre']),
      message: textarea({ max: 5000 }),
    },
  },
  saysSent: true,
  processing: { legalBases: ['contract', 'interest'], retentionMonths: 12 },
})
