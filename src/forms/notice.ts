import { typographic } from '../copy/typography.ts'
import type { Form } from './form.ts'

/** Version and text of the privacy notice of each form, by form name. */
export type Notices = Readonly<Record<string, { version: string; text: string }>>

/** The words of a notice that lead to the privacy policy. */
export const POLICY = 'politique de confidentialité'

/** The information due under a form (RGPD art. 13; Code de la consommation L. 223-2 where a telephone is asked). */
export function noticeText(form: Form, controller: { name: string; email: string }): string {
  const { purpose, basis, retention } = form.processing
  const asksPhone = Object.values(form.fields).some((field) => field.kind === 'tel')
  return typographic(
    [
      'Les champs marqués d’un astérisque (*) sont obligatoires : sans eux, nous ne pouvons pas traiter votre demande.',
      `${controller.name} utilise ces données pour ${purpose} (base légale : ${basis}) et les conserve ${retention}.`,
      'Vous pouvez demander l’accès, la rectification, l’effacement, la limitation ou la portabilité, ou vous opposer,',
      `à ${controller.email} ; vous pouvez aussi saisir la CNIL.`,
      asksPhone &&
        'Votre numéro sert uniquement à traiter votre demande ; toute sollicitation commerciale par téléphone suppose votre consentement préalable.',
      `Détails : ${POLICY}.`,
    ]
      .filter(Boolean)
      .join(' '),
  )
}
