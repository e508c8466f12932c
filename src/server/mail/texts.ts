import { typographic } from '../../copy/typography.ts'
import type { FormName } from '../../forms/index.ts'

/** What the operator calls a submission of each form. */
export const TITLES: Readonly<Record<FormName, string>> = {
  waitlist: 'Liste d’attente',
  newsletter: 'Lettre d’information',
  contact: 'Message de contact',
  partnership: 'Candidature de revendeur',
  ambassador: 'Candidature d’ambassadeur',
  withdrawal: 'Rétractation',
}

/** What a person calls it: completes «Nous avons bien reçu …». */
const RECEIVED: Readonly<Record<FormName, string>> = {
  waitlist: 'votre demande d’inscription sur la liste d’attente',
  newsletter: 'votre demande d’inscription à la lettre d’information',
  contact: 'votre message',
  partnership: 'votre candidature de revendeur',
  ambassador: 'votre candidature au programme d’ambassadeurs',
  withdrawal: 'votre déclaration de rétractation',
}

/** Completes «vous inscrire …» and «inscrit …». */
const LIST = {
  waitlist: { to: 'sur la liste d’attente', gives: 'Nous vous écrirons dès que les tapis seront disponibles.' },
  newsletter: { to: 'à la lettre d’information', gives: 'Vous recevrez la prochaine lettre de la maison.' },
}

/** Subject and text of an e-mail; nothing in them was typed by a visitor unless it is handed in as `content`. */
export interface Letter {
  subject: string
  text: string
}

interface Facts {
  reference: string
  /** Where a person writes to. */
  contactEmail: string
}

/** To the operator: one submission, readable. */
export function leadLetter(form: FormName, reference: string, detail: string, content: string, note?: string): Letter {
  return letter(`${TITLES[form]}${detail && ` : ${detail}`} (${reference})`, [
    content,
    note,
    `Pour la retrouver : npx hera show ${reference}`,
  ])
}

/** To the person: that it has arrived, under which reference. */
export function acknowledgementLetter(form: FormName, { reference, contactEmail }: Facts): Letter {
  return letter(`Nous avons reçu ${RECEIVED[form]} (${reference})`, [
    'Bonjour,',
    `Nous avons bien reçu ${RECEIVED[form]}. Sa référence est ${reference}.`,
    `Vous n’avez rien envoyé ? Quelqu’un a donné votre adresse par erreur : écrivez-nous à ${contactEmail} et nous l’effacerons.`,
    'Hera',
  ])
}

/** To the person who withdraws: the whole declaration, its date and hour (Code de la consommation L. 221-21). */
export function withdrawalLetter(facts: Facts, receivedAt: string, content: string): Letter {
  return letter(`Accusé de réception de votre rétractation (${facts.reference})`, [
    'Bonjour,',
    `Nous avons reçu votre déclaration de rétractation le ${receivedAt} (heure de Paris). Sa référence est ${facts.reference}. En voici le contenu.`,
    content,
    `Conservez ce message : il vaut accusé de réception. Pour toute question : ${facts.contactEmail}.`,
    'Hera',
  ])
}

/** To whoever gave this address: one link that leads to one button. */
export function confirmationLetter(form: 'waitlist' | 'newsletter', facts: Facts, link: string, days: number): Letter {
  return letter('Confirmez votre inscription', [
    'Bonjour,',
    `Quelqu’un, vous sans doute, a demandé à inscrire cette adresse ${LIST[form].to} de Hera. Pour confirmer, ouvrez cette page et appuyez sur son bouton :`,
    link,
    `Le lien est valable ${days} jours. Sans confirmation, nous ne vous écrirons pas.`,
    `La demande porte la référence ${facts.reference}.`,
    'Hera',
  ])
}

/** To a confirmed address: what it will receive, and how to end it. */
export function welcomeLetter(form: 'waitlist' | 'newsletter', facts: Facts, link: string): Letter {
  return letter('Votre inscription est confirmée', [
    'Bonjour,',
    `Votre adresse est inscrite ${LIST[form].to} de Hera. ${LIST[form].gives}`,
    'Pour vous désinscrire, à tout moment :',
    link,
    `Votre inscription porte la référence ${facts.reference}.`,
    'Hera',
  ])
}

/** Sets subject and paragraphs; addresses and what a visitor typed keep their signs. */
function letter(subject: string, paragraphs: (string | undefined)[]): Letter {
  return { subject: typographic(subject), text: `${paragraphs.filter(Boolean).join('\n\n')}\n` }
}
