/** A complete submission of each form, as a browser sends it. */
const contact = { name: 'Léa Martin', email: 'lea@exemple.fr', subject: 'commande', message: 'Bonjour.' }

const partnership = {
  sellerie_name: 'Sellerie d’exemple',
  contact_name: 'Camille Exemple',
  email: 'camille@exemple.fr',
  phone: '01 23 45 67 89',
  address: '1 rue de l’Exemple',
  city: 'Paris',
  postal_code: '75001',
  shop_size: 'medium',
  years_in_business: '12',
}

export const ambassador = {
  first_name: 'Noa',
  last_name: 'Exemple',
  email: 'noa@exemple.fr',
  phone: '06 12 34 56 78',
  birth_date: '1998-04-02',
  city: 'Lyon',
  postal_code: '69001',
  country: 'France',
  followers_count: '500_1000',
  riding_discipline: 'cso',
  riding_level: 'galop4_6',
  horse_ownership: 'club_horses',
  why_hera: 'Pour le matelassage.',
  availability: 'active',
}

export const valid: Record<string, Record<string, string>> = {
  waitlist: { email: 'liste@exemple.fr' },
  newsletter: { email: 'lettre@exemple.fr' },
  contact,
  partnership,
  ambassador,
  withdrawal: { name: 'Léa Martin', email: 'lea@exemple.fr', order_reference: 'D-2026-014' },
}
