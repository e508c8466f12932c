/** The seven forms, word for word: specification §3 «Entities», §8 «Error catalogue»; decisions «Forms» and «Made real». */

interface ContractForm {
  table: string
  /** Paths of the pages that carry the form. */
  pages: readonly string[]
  required: readonly string[]
  optional?: readonly string[]
  options?: Readonly<Record<string, readonly string[]>>
  success: string
  failure: string
}

/** Specification §8, message of the reseller form; decisions «Forms»: contact, waitlist and newsletter use it too. */
const FAILURE = 'Une erreur est survenue. Veuillez réessayer ou nous contacter directement.'

export const FORMS: Readonly<Record<string, ContractForm>> = {
  waitlist: {
    table: 'waitlist_signups',
    pages: ['/'],
    required: ['email'],
    success: 'Inscription réussie. Vous serez notifié dès que les tapis seront disponibles.',
    failure: FAILURE,
  },
  newsletter: {
    table: 'newsletter_subscriptions',
    pages: ['/'],
    required: ['email'],
    success: 'Inscription réussie.',
    failure: FAILURE,
  },
  contact: {
    table: 'contact_messages',
    pages: ['/contact'],
    required: ['name', 'email', 'subject', 'message'],
    options: { subject: ['commande', 'produit', 'livraison', 'retour', 'personnalisation', 'partenariat', 'autre'] },
    success: 'Merci pour votre message. Nous vous répondrons dans les plus brefs délais.',
    failure: FAILURE,
  },
  partnership: {
    table: 'partnership_inquiries',
    pages: ['/partenariat', '/sellerie-royale', '/hera-club'],
    required: [
      ...['sellerie_name', 'contact_name', 'email', 'phone', 'address', 'city', 'postal_code'],
      ...['shop_size', 'years_in_business'],
    ],
    optional: ['website', 'social_media', 'current_brands', 'target_audience', 'message'],
    options: { shop_size: ['small', 'medium', 'large'] },
    success: 'Merci pour votre candidature ! Nous vous contacterons dans les plus brefs délais.',
    failure: FAILURE,
  },
  ambassador: {
    table: 'ambassador_applications',
    pages: ['/ambassador'],
    required: [
      ...['first_name', 'last_name', 'email', 'phone', 'birth_date', 'city', 'postal_code', 'country'],
      ...['followers_count', 'riding_discipline', 'riding_level', 'horse_ownership', 'why_hera', 'availability'],
    ],
    optional: [
      ...['instagram', 'facebook', 'tiktok', 'other_social', 'competition_experience', 'club_name', 'content_ideas'],
      ...['previous_partnerships', 'heard_about', 'website', 'guardian_consent'],
    ],
    options: {
      followers_count: ['less_500', '500_1000', '1000_5000', '5000_10000', '10000_plus'],
      riding_discipline: ['cso', 'dressage', 'cce', 'endurance', 'western', 'loisir', 'autre'],
      riding_level: ['debutant', 'galop1_3', 'galop4_6', 'galop7_plus', 'amateur', 'pro'],
      horse_ownership: ['owner', 'half_ownership', 'leasing', 'club_horses', 'no'],
      availability: ['very_active', 'active', 'occasional'],
    },
    success:
      'Merci pour votre candidature ! Nous étudierons votre profil avec attention et vous contacterons très prochainement.',
    failure: `${FAILURE} ({email})`,
  },
  quote: {
    table: 'quote_requests',
    pages: ['/devis'],
    required: ['name', 'email', 'piece', 'model', 'discipline'],
    optional: [
      ...['quantity', 'saddle', 'measure_a', 'measure_b', 'measure_c', 'embroidery', 'country', 'wished_date'],
      ...['phone', 'message'],
    ],
    options: {
      piece: ['tapis', 'bonnet', 'ensemble'],
      model: ['elegance', 'grand_sport', 'conseil'],
      discipline: ['dressage', 'obstacle', 'complet', 'loisir', 'autre'],
    },
    success:
      "Merci pour votre demande. Vous aurez notre réponse par e-mail sous 24 à 48 h, hors dimanches, jours fériés et congés : le devis ou, s'il nous manque un détail, une question.",
    failure: FAILURE,
  },
  withdrawal: {
    table: 'withdrawal_notices',
    pages: ['/retractation'],
    required: ['name', 'email', 'order_reference'],
    optional: ['message'],
    success: 'Votre rétractation est enregistrée.',
    // A customer must have another way to withdraw in time (code de la consommation, L. 221-21).
    failure: `${FAILURE} ({email})`,
  },
}

/** Words expected in the label of an option whose name in the specification is not in its label. */
export const CALLED: Readonly<Record<string, string>> = {
  small: 'moins de 50 m²',
  medium: '50 a 150 m²',
  large: 'plus de 150 m²',
  less_500: 'moins de 500',
  '500_1000': 'de 500 a 1 000',
  '1000_5000': 'de 1 000 a 5 000',
  '5000_10000': 'de 5 000 a 10 000',
  '10000_plus': 'plus de 10 000',
  galop1_3: 'galops 1 a 3',
  galop4_6: 'galops 4 a 6',
  galop7_plus: 'galop 7 et plus',
  owner: 'proprietaire',
  half_ownership: 'demi-pension',
  leasing: 'location',
  club_horses: 'chevaux de club',
  no: 'non',
  very_active: 'plusieurs publications par semaine',
  active: '1 a 2 publications par semaine',
  occasional: 'par mois',
  tapis: 'tapis de selle',
  ensemble: 'tapis et le bonnet',
}

/** Normalizes spaces and apostrophes as decisions «Forms» allow for comparison with the specification. */
export function normalised(text: string): string {
  return text.replaceAll('’', "'").replace(/\s+/g, ' ').trim()
}
