import { choice, email, integer, tel, text, textarea, url } from './fields.ts'
import { defineForm } from './form.ts'

export const partnership = defineForm({
  name: 'partnership',
  table: 'partnership_inquiries',
  prefix: 'P',
  page: '/partenariat',
  deskTitle: 'Candidature de revendeur',
  organisation: 'sellerie_name',
  names: ['contact_name'],
  about: ['city', 'shop_size', 'message'],
  isDecided: true,
  parts: {
    sellerie: {
      sellerie_name: text({ max: 160, autocomplete: 'organization' }),
      address: text({ max: 200, autocomplete: 'address-line1' }),
      postal_code: text({ max: 12, autocomplete: 'postal-code', half: true }),
      city: text({ max: 100, autocomplete: 'address-level2', half: true }),
      website: url({ autocomplete: 'url', optional: true, half: true }),
      social_media: text({ max: 300, optional: true, half: true }),
    },
    contact: {
      contact_name: text({ max: 120, autocomplete: 'name' }),
      email: email({ autocomplete: 'email', half: true }),
      phone: tel({ autocomplete: 'tel', half: true }),
    },
    activite: {
      shop_size: choice(['small', 'medium', 'large'], { half: true }),
      years_in_business: integer({ range: [0, 300], half: true }),
      current_brands: text({ max: 500, optional: true }),
      target_audience: text({ max: 500, optional: true }),
      message: textarea({ max: 5000, optional: true }),
    },
  },
  processing: { legalBases: ['contract', 'interest'], retentionMonths: 24 },
})
