import { fillIn } from '../copy/words/plain-words.ts'
import { interfaceWords } from '../copy/words/words.ts'
import type { Form } from './form.ts'
import type { LegalBasis } from './join-words.ts'

/** Version and text of the privacy notice of each form, by form name. */
export type Notices = Readonly<Record<string, { version: string; text: string }>>

const { donnees: phrases } = interfaceWords

/** Link text of a notice to the privacy policy. */
export const POLICY = phrases.politique

/** Rights that depend on the legal basis (RGPD art. 7(3), 17(3)(b), 20(1) and 21(1)); all other rights always apply. */
const RIGHTS = {
  erasure: ['consent', 'contract', 'interest'],
  portability: ['consent', 'contract'],
  objection: ['interest'],
  withdrawal: ['consent'],
} as const satisfies Record<string, readonly LegalBasis[]>

/** True for a form of one field, which needs no asterisk. */
export function asksOneThing(form: Form): boolean {
  return Object.keys(form.fields).length === 1
}

/** Returns the first layer of the notice: controller and use (EDPB, WP260 rev.01 §36), and the telephone sentence. */
export function shortNotice(form: Form, name: string): string {
  return [fillIn(phrases.bref, { maison: name, usage: form.processing.use }), ...phoneSentence(form)].join(' ')
}

/** Returns the full notice under a form (RGPD art. 13; for a telephone number, Code de la consommation L. 223-2). */
export function noticeText(form: Form, controller: { name: string; email: string }): string {
  const { purpose, basis, retention } = form.processing
  const isSignUp = asksOneThing(form)
  return [
    isSignUp ? phrases.sans_adresse : phrases.sans_reponses,
    // A declaration on paper or by e-mail is as good (Code de la consommation, L. 221-21).
    ...(form.isWithdrawal ? [phrases.autre_voie] : []),
    fillIn(phrases.traitement, {
      responsable: controller.name,
      finalite: purpose,
      base: basis,
      conservation: retention,
    }),
    ...(isSignUp ? [] : [phrases.reponses]),
    fillIn(phrases.exercer, { contact: controller.email, droits: rightsOf(form) }),
    ...phoneSentence(form),
    fillIn(phrases.details, { politique: POLICY }),
  ].join(' ')
}

function phoneSentence(form: Form): string[] {
  const asksPhone = Object.values(form.fields).some((field) => field.kind === 'tel')
  return asksPhone ? [phrases.telephone] : []
}

/** Completes «Écrivez à … pour» with the rights that the legal bases of a form grant. */
function rightsOf(form: Form): string {
  const given = (right: keyof typeof RIGHTS) =>
    form.processing.legalBases.some((basis) => (RIGHTS[right] as readonly LegalBasis[]).includes(basis))
  const asked = [
    phrases.acces,
    phrases.rectification,
    given('erasure') && phrases.effacement,
    phrases.limitation,
    given('portability') && phrases.portabilite,
  ].filter(Boolean)
  return [
    fillIn(phrases.demander, { droits: `${asked.slice(0, -1).join(', ')} ou ${asked.at(-1)}` }),
    given('objection') && phrases.opposition,
    given('withdrawal') && phrases.retrait,
  ]
    .filter(Boolean)
    .join(', ou pour ')
}
