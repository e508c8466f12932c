import { type Finding, findingAt } from '../finding.ts'
import type { Source } from '../reading/sources.ts'
import { type TextSpan, textSpansOf } from '../reading/text-spans.ts'

/** A word of a form or of the interface that the law or the specification fixes. */
interface Fixed {
  file: string
  /** Keys from the top of the file, with points between them. */
  key: string
  text: string
  reason: string
}

const SUCCESS = 'la spécification (§8) fixe ce message mot pour mot'
const SIZES = 'la spécification (§3) fixe ces surfaces'
const FIXED: readonly Fixed[] = [
  fixed(
    'forms/contact.yaml',
    'success',
    'Merci pour votre message. Nous vous répondrons dans les plus brefs délais.',
    SUCCESS,
  ),
  fixed('forms/contact.yaml', 'sent', 'Message envoyé', 'la spécification (§4) fixe ce que lit le bouton'),
  fixed(
    'forms/waitlist.yaml',
    'success',
    'Inscription réussie. Vous serez notifié dès que les tapis seront disponibles.',
    SUCCESS,
  ),
  fixed(
    'forms/partnership.yaml',
    'success',
    'Merci pour votre candidature ! Nous vous contacterons dans les plus brefs délais.',
    SUCCESS,
  ),
  fixed('forms/partnership.yaml', 'fields.shop_size.options.small', 'Petite (moins de 50 m²)', SIZES),
  fixed('forms/partnership.yaml', 'fields.shop_size.options.medium', 'Moyenne (de 50 à 150 m²)', SIZES),
  fixed('forms/partnership.yaml', 'fields.shop_size.options.large', 'Grande (plus de 150 m²)', SIZES),
  fixed(
    'forms/ambassador.yaml',
    'success',
    'Merci pour votre candidature ! Nous étudierons votre profil avec attention et vous contacterons très prochainement.',
    SUCCESS,
  ),
  fixed(
    'forms/withdrawal.yaml',
    'submit',
    'Renoncer au contrat ici',
    'la loi fixe ce bouton (code de la consommation, D. 221-5)',
  ),
  fixed(
    'forms/withdrawal.yaml',
    'confirm',
    'Confirmer la rétractation',
    'la loi fixe ce bouton (code de la consommation, D. 221-5)',
  ),
  fixed(
    'interface.yaml',
    'formulaires.echec',
    'Une erreur est survenue. Veuillez réessayer ou nous contacter directement.',
    SUCCESS,
  ),
  fixed(
    'interface.yaml',
    'formulaires.confirmer',
    'Dernier geste : ouvrez l’e-mail que nous venons de vous envoyer pour confirmer votre adresse.',
    'la maison a fixé cette phrase avec la marche des inscriptions',
  ),
  fixed(
    'interface.yaml',
    'formulaires.confirmer_plus_tard',
    'Dernier geste : ouvrez l’e-mail que vous recevrez dans les heures qui viennent pour confirmer votre adresse.',
    'la maison a fixé cette phrase avec la marche des inscriptions',
  ),
  fixed('interface.yaml', 'navigation.retour', 'RETOUR', 'la spécification (§2) fixe ce lien'),
]

/** Fixed words that were changed. They stop a build: what they say is owed to the law or to the customer. */
export function checkFixedWords(sources: readonly Source[]): Finding[] {
  return sources.flatMap((source) => {
    const here = FIXED.filter(({ file }) => file === source.path)
    return here.length === 0 ? [] : textSpansOf(source).flatMap((span) => changed(span, here))
  })
}

/** True for a word that nobody may change, so that no rule of style is held against it. */
export function isFixed({ source, path }: TextSpan): boolean {
  return FIXED.some(({ file, key }) => file === source.path && key === path.join('.'))
}

function changed({ source, path, offset, text }: TextSpan, here: readonly Fixed[]): Finding[] {
  const rule = here.find(({ key }) => key === path.join('.'))
  if (!rule || plain(text) === plain(rule.text)) return []
  return [
    findingAt(
      source,
      offset,
      `« ${path.join('.')} » n’est plus le texte fixé : ${rule.reason}.`,
      `Remettez : ${rule.text}`,
      true,
    ),
  ]
}

/** One spelling of spaces and apostrophes. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll("'", '’').trim()
}

function fixed(file: string, key: string, text: string, reason: string): Fixed {
  return { file, key, text, reason }
}
