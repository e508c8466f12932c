import type { Form } from '../forms/form.ts'
import { answeredForms, lists } from '../forms/index.ts'

const LEAD = ['reference', 'recu_le', 'repondu_avant', 'rembourser_avant']
/** The same for one form: a form without the field `subject` has no «objet». */
const leadOf = ({ fields }: Form) => ('subject' in fields ? [...LEAD, 'objet'] : LEAD)
/** Placeholders for the sender and the words of a lead, only for e-mails to the company. */
const OWN = ['qui', 'mots']
const WORDS = 'subject title text'
const WITH_BUTTON = `${WORDS} action`

/**
 * Describes a text of src/content/emails.
 * @param keys required keys, separated by spaces
 * @param names placeholders that it must contain
 * @param fills placeholders and blocks that the program fills
 */
const email = (keys: string, names: readonly string[] = [], fills = names) => ({ keys: keys.split(' '), names, fills })
export type Email = ReturnType<typeof email>

/** Returns one text for each form, named after it. */
const each = (forms: readonly Form[], prefix: string, textOf: (form: Form) => Email): Record<string, Email> =>
  Object.fromEntries(forms.map((form) => [`${prefix}-${form.name}`, textOf(form)]))

const due = ({ isWithdrawal }: Form) => (isWithdrawal ? 'rembourser_avant' : 'repondu_avant')
const withdrawals = answeredForms.filter(({ isWithdrawal }) => isWithdrawal)
const others = answeredForms.filter(({ isWithdrawal }) => !isWithdrawal)

const signIn = { 'bureau-lien': email(WITH_BUTTON, ['lien_bureau'], []) }
const notices = {
  ...each(answeredForms, 'demande', (form) =>
    email(WITH_BUTTON, ['reponses', 'reference', due(form)], [...leadOf(form), ...OWN, 'reponses']),
  ),
  'demandes-reunies': email(WITH_BUTTON, ['nombre', 'demandes']),
}
const handed = {
  'bureau-confiee': email(WITH_BUTTON, ['qui', 'derniers_mots'], [...LEAD, 'qui', 'demande', 'par', 'derniers_mots']),
}
const morning = { 'bureau-matin': email(WITH_BUTTON, ['nombre', 'points']) }
// It repeats the declaration with its date and hour (code de la consommation, L. 221-21).
const declared = each(withdrawals, 'accuse', () =>
  email(WORDS, ['reference', 'declarations'], [...LEAD, 'declarations']),
)
const acknowledged = each(others, 'accuse', (form) =>
  email(`${WORDS} note`, ['reference', due(form), 'fermeture'], [...leadOf(form), 'fermeture']),
)
const toConfirm = each(lists, 'confirmation', () => email(WITH_BUTTON, ['lien_confirmation'], LEAD))
const welcome = each(lists, 'bienvenue', () =>
  email(`${WITH_BUTTON} lien note`, ['desinscription'], [...LEAD, 'desinscription']),
)

/** A kind of e-mail that waits in the outbox. */
export interface Kind {
  /** Value of outbox.kind; must not change once rows exist. */
  name: string
  /** French name for people. */
  label: string
  place: number
  /** About one lead, which its writer in lead-kinds.ts gets. */
  isOfLead?: boolean
  /** To or from the house: may use its fifth of the hour. */
  isHouse?: boolean
  /** Caused by a stranger's entry, to an address that nobody has proven: held above the caps of a day. */
  isCapped?: boolean
  /** Several leave as one: above 20 an hour, once a quarter of an hour. */
  isCollected?: boolean
  /** Not capped, because the law wants it; but few an hour to one mailbox, so that nobody is flooded. */
  isSpaced?: boolean
  /** Its texts in src/content/emails, by the name of the file; none if a person writes it. */
  texts?: Readonly<Record<string, Email>>
}

/**
 * The kinds of e-mails in the order in which they leave (decisions, «E-mail»): the smallest place first, and within one
 * place what is due longest. To add one: CONTRIBUTING, «Add a kind of e-mail».
 */
export const KINDS = [
  { name: 'sign-in', label: 'entrée au bureau', place: 1, isHouse: true, texts: signIn },
  { name: 'reply', label: 'réponse', place: 2, isHouse: true },
  { name: 'lead', label: 'demande', place: 3, isOfLead: true, isHouse: true, isCollected: true, texts: notices },
  { name: 'handed', label: 'demande confiée', place: 3, isHouse: true, texts: handed },
  { name: 'morning', label: 'message du matin', place: 4, isHouse: true, texts: morning },
  { name: 'withdrawal', label: 'rétractation', place: 5, isOfLead: true, isSpaced: true, texts: declared },
  { name: 'acknowledgement', label: 'accusé', place: 6, isOfLead: true, isCapped: true, texts: acknowledged },
  { name: 'confirmation', label: 'confirmation', place: 6, isOfLead: true, isCapped: true, texts: toConfirm },
  { name: 'welcome', label: 'bienvenue', place: 6, isOfLead: true, isCapped: true, texts: welcome },
  { name: 'letter', label: 'lettre', place: 7 },
] as const satisfies readonly Kind[]

/** Every text of src/content/emails by the name of its file, without extension. */
export const EMAILS: Readonly<Record<string, Email>> = {
  ...Object.assign({}, ...KINDS.map((kind: Kind) => kind.texts)),
  // Sent at once, without the outbox.
  effacement: email(WORDS),
  essai: email(WORDS),
  // Identity of the sender, required in business correspondence (code de commerce, R. 123-237).
  pied: email('text alt', ['raison_sociale', 'forme_juridique', 'adresse', 'immatriculation', 'siren', 'email']),
}

/** Returns the placeholders that the program fills in an e-mail, in addition to the facts. */
export function filledIn(emailFile: string): readonly string[] {
  return EMAILS[emailFile]?.fills ?? []
}
