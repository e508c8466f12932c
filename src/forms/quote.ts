import { choice, date, email, integer, measure, tel, text, textarea } from './fields.ts'
import { defineForm, type Errors, type Values } from './form.ts'

/** Range from a pony's saddle to the longest one, so that lengths in millimetres are rejected. */
const centimetres = () => measure({ range: [10, 200], optional: true })

export const quote = defineForm({
  name: 'quote',
  table: 'quote_requests',
  prefix: 'D',
  page: '/devis',
  deskTitle: 'Demande de devis',
  presets: ['piece', 'model'],
  isDecided: true,
  parts: {
    piece: {
      piece: choice(['tapis', 'bonnet', 'ensemble'], { half: true }),
      model: choice(['elegance', 'grand_sport', 'conseil'], { half: true }),
      discipline: choice(['dressage', 'obstacle', 'complet', 'loisir', 'autre'], { half: true }),
      quantity: integer({ range: [1, 50], optional: true, empty: 1, half: true }),
      embroidery: text({ max: 300, optional: true }),
    },
    selle: {
      saddle: text({ max: 200, optional: true }),
      measure_a: centimetres(),
      measure_b: centimetres(),
      measure_c: centimetres(),
    },
    livraison: {
      country: text({ max: 80, autocomplete: 'country-name', optional: true, half: true }),
      wished_date: date({ optional: true, half: true }),
    },
    vous: {
      name: text({ max: 120, autocomplete: 'name', half: true }),
      email: email({ autocomplete: 'email', half: true }),
      phone: tel({ autocomplete: 'tel', optional: true }),
      message: textarea({ max: 5000, optional: true }),
    },
  },
  rule: checkYear,
  sentences: ['wished_date'],
  // An accepted quote is an order, whose conditions are kept as /terms says (Code de la consommation L. 213-1).
  processing: { legalBases: ['contract'], retentionMonths: 12, acceptedYears: 10 },
})

/** Rejects years before the current one, which are typing mistakes: 0027, or in January the last year. */
function checkYear({ wished_date }: Values, today: string, says: Readonly<Record<string, string>>): Errors {
  const isOver = typeof wished_date === 'string' && wished_date.slice(0, 4) < today.slice(0, 4)
  return isOver ? { wished_date: says.wished_date ?? '' } : {}
}
