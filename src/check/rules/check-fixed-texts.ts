import { type Finding, findingAt } from '../finding.ts'
import type { Source } from '../reading/sources.ts'
import { textSpansOf } from '../reading/text-spans.ts'

const BUTTON = 'la loi fixe ce bouton (code de la consommation, D. 221-5)'
const SIZES = 'la spécification (§3) fixe ces surfaces'
const SUCCESS = 'la spécification (§8) fixe ce message mot pour mot'

/** Texts that the law or the specification fixes, by file and path of keys, with the reason. */
const FIXED: Readonly<Record<string, readonly [text: string, reason: string]>> = {
  'forms/contact.yaml success': ['Merci pour votre message. Nous vous répondrons dans les plus brefs délais.', SUCCESS],
  'forms/contact.yaml sent': ['Message envoyé', 'la spécification (§4) fixe ce que lit le bouton'],
  'forms/waitlist.yaml success': [
    'Inscription réussie. Vous serez notifié dès que les tapis seront disponibles.',
    SUCCESS,
  ],
  'forms/partnership.yaml success': [
    'Merci pour votre candidature ! Nous vous contacterons dans les plus brefs délais.',
    SUCCESS,
  ],
  'forms/partnership.yaml fields.shop_size.options.small': ['Petite (moins de 50 m²)', SIZES],
  'forms/partnership.yaml fields.shop_size.options.medium': ['Moyenne (de 50 à 150 m²)', SIZES],
  'forms/partnership.yaml fields.shop_size.options.large': ['Grande (plus de 150 m²)', SIZES],
  'forms/ambassador.yaml success': [
    'Merci pour votre candidature ! Nous étudierons votre profil avec attention et vous contacterons très prochainement.',
    SUCCESS,
  ],
  'forms/withdrawal.yaml submit': ['Renoncer au contrat ici', BUTTON],
  'forms/withdrawal.yaml confirm': ['Confirmer la rétractation', BUTTON],
  'interface.yaml formulaires.echec': [
    'Une erreur est survenue. Veuillez réessayer ou nous contacter directement.',
    SUCCESS,
  ],
  'interface.yaml formulaires.confirmer': [
    'Dernier geste : ouvrez l’e-mail que nous venons de vous envoyer pour confirmer votre adresse.',
    'la maison a fixé cette phrase avec la marche des inscriptions',
  ],
  'interface.yaml navigation.retour': ['RETOUR', 'la spécification (§2) fixe ce lien'],
  'pages/footer.yaml sections.tagline.text': [
    'Artisanat d’exception • Fait main • Édition limitée',
    'la spécification (§2) fixe cette ligne',
  ],
  'pages/header.yaml sections.navigation.actions.label': ['DEVENIR PARTENAIRE', 'la spécification (§2) fixe ce bouton'],
}

/** Finds fixed texts that were changed. They stop a build, because the law or the customer requires them. */
export function checkFixedTexts(source: Source): Finding[] {
  return textSpansOf(source).flatMap(({ path, text, offset }) => {
    const [fixed = '', reason] = FIXED[`${source.path} ${path.join('.')}`] ?? []
    if (reason === undefined || plain(text) === plain(fixed)) return []
    const what = `« ${path.join('.')} » n’est plus le texte fixé : ${reason}.`
    return findingAt(source, offset, what, `Remettez : ${fixed}`)
  })
}

/** Normalizes spaces and apostrophes. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll("'", '’').trim()
}
