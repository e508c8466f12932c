import { typographic } from '../copy/typography.ts'
import type { Form, LegalBasis } from './form.ts'

/** Version and text of the privacy notice of each form, by form name. */
export type Notices = Readonly<Record<string, { version: string; text: string }>>

/** The words of a notice that lead to the privacy policy. */
export const POLICY = 'politique de confidentialité'

/** Rights that not every legal basis gives (RGPD art. 7(3), 17(3)(b), 20(1) and 21(1)); the others are everyone's. */
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

/** The first layer of the information due under a form: who, for what (EDPB, WP260 rev.01 §36), and the telephone's rule. */
export function shortNotice(form: Form, name: string): string {
  return typographic([`${name} s’en sert pour ${form.processing.use}, rien d’autre.`, ...phoneSentence(form)].join(' '))
}

/** The whole information due under a form (RGPD art. 13; Code de la consommation L. 223-2 where a telephone is asked). */
export function noticeText(form: Form, controller: { name: string; email: string }): string {
  const { purpose, basis, retention } = form.processing
  return typographic(
    [
      asksOneThing(form)
        ? 'Sans votre adresse, nous ne pouvons pas vous écrire.'
        : 'Sans les réponses obligatoires, nous ne pouvons pas traiter votre demande.',
      `${controller.name} utilise ces données pour ${purpose} (base légale : ${basis}) et les conserve ${retention}.`,
      `Écrivez à ${controller.email} pour ${rightsOf(form)} ; vous pouvez aussi saisir la CNIL.`,
      ...phoneSentence(form),
      `Détails : ${POLICY}.`,
    ].join(' '),
  )
}

function phoneSentence(form: Form): string[] {
  const asksPhone = Object.values(form.fields).some((field) => field.kind === 'tel')
  return asksPhone
    ? [
        'Votre numéro sert uniquement à traiter votre demande ; toute sollicitation commerciale par téléphone suppose votre consentement préalable.',
      ]
    : []
}

/** Completes «Écrivez à … pour» with the rights that the bases of a form give. */
function rightsOf(form: Form): string {
  const given = (right: keyof typeof RIGHTS) =>
    form.processing.legalBases.some((basis) => (RIGHTS[right] as readonly LegalBasis[]).includes(basis))
  const asked = [
    'l’accès',
    'la rectification',
    given('erasure') && 'l’effacement',
    'la limitation',
    given('portability') && 'la portabilité',
  ].filter(Boolean)
  return [
    `demander ${asked.slice(0, -1).join(', ')} ou ${asked.at(-1)}`,
    given('objection') && 'vous opposer à cet usage',
    given('withdrawal') && 'retirer votre consentement',
  ]
    .filter(Boolean)
    .join(', ou pour ')
}
