import type { Form } from '../forms/form.ts'
import { allForms, forms } from '../forms/index.ts'
import { SECTIONS } from './sections.ts'

const LEAD = ['reference', 'recu_le', 'repondu_avant', 'rembourser_avant', 'objet']
/** Placeholders for the sender and the words of a lead, only for e-mails to the company. */
const OWN = ['qui', 'mots']
const WORDS = 'subject title text'
const WITH_BUTTON = `${WORDS} action`

/**
 * Describes an e-mail of src/content/emails.
 * @param keys required keys, separated by spaces
 * @param names placeholders that it must contain
 * @param fills placeholders and blocks that the program fills
 */
const email = (keys: string, names: readonly string[] = [], fills = names) => ({ keys: keys.split(' '), names, fills })
export type Email = ReturnType<typeof email>

/** Returns the e-mails of a form: confirmation and welcome for a list; notice and acknowledgement for other forms. */
function ofForm(form: Form): Record<string, Email> {
  const { name, isList, isWithdrawal } = form
  if (isList)
    return {
      [`confirmation-${name}`]: email(WITH_BUTTON, ['lien_confirmation'], LEAD),
      [`bienvenue-${name}`]: email(`${WITH_BUTTON} lien note`, ['desinscription'], [...LEAD, 'desinscription']),
    }
  // Law: the acknowledgement repeats the declaration with its date and hour (code de la consommation, L. 221-21),
  // and the refund has a deadline (L. 221-24).
  const due = isWithdrawal ? 'rembourser_avant' : 'repondu_avant'
  return {
    [`demande-${name}`]: email(WITH_BUTTON, ['reponses', 'reference', due], [...LEAD, ...OWN, 'reponses']),
    [`accuse-${name}`]: isWithdrawal
      ? email(WORDS, ['reference', 'declarations'], [...LEAD, 'declarations'])
      : email(`${WORDS} note`, ['reference', due, 'fermeture'], [...LEAD, 'fermeture']),
  }
}

/** Every e-mail of the site and their common footer, by its file name in src/content/emails, without extension. */
export const EMAILS: Readonly<Record<string, Email>> = {
  ...Object.assign({}, ...allForms.map(ofForm)),
  'demandes-reunies': email(WITH_BUTTON, ['nombre', 'demandes']),
  'bureau-lien': email(WITH_BUTTON, ['lien_bureau'], []),
  'bureau-matin': email(WITH_BUTTON, ['nombre', 'points']),
  'bureau-confiee': email(WITH_BUTTON, ['qui', 'derniers_mots'], [...LEAD, 'qui', 'demande', 'par', 'derniers_mots']),
  reparation: email(WITH_BUTTON, ['etat'], ['qui', 'quoi', 'moment', 'etat']),
  effacement: email(WORDS),
  essai: email(WORDS),
  // Identity of the sender, required in business correspondence (code de commerce, R. 123-237).
  pied: email('text alt', ['raison_sociale', 'forme_juridique', 'adresse', 'immatriculation', 'siren', 'email']),
}

/** Names of the files of src/content/emails, without extension. */
export const EMAIL_FILES: readonly string[] = Object.keys(EMAILS)

/** Files that a build requires, as paths below src/content. */
export const NEEDED_FILES: readonly string[] = [
  'company.yaml',
  'facts.yaml',
  'interface.yaml',
  'lancement.yaml',
  'pictures.yaml',
  'legal/_formulaire-retractation.md',
  'legal/privacy.md',
  'legal/terms.md',
  ...Object.keys(forms).map((name) => `forms/${name}.yaml`),
  ...EMAIL_FILES.map((name) => `emails/${name}.yaml`),
  ...Object.keys(SECTIONS).map((id) => `pages/${id}.yaml`),
]

/** Returns the placeholders that the program fills in an e-mail, in addition to the facts. */
export function filledIn(emailFile: string): readonly string[] {
  return EMAILS[emailFile]?.fills ?? []
}
