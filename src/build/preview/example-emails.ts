import { EMAILS } from '../../model/email-kinds.ts'
import type { Email } from '../../server/mail/mail.ts'
import type { Block } from '../../server/mail/text/blocks.ts'
import { createEmails } from '../../server/mail/text/emails.ts'

/** Examples of what the program fills in; a name without one is shown as such. */
const EXAMPLES: Readonly<Record<string, string>> = {
  reference: 'C-7K3M-9QX2',
  recu_le: '20 novembre 2026 à 10 h 04',
  repondu_avant: 'lundi 23 novembre à 11 h',
  rembourser_avant: '4 décembre',
  objet: 'Une commande',
  qui: 'Camille Martin',
  mots: 'Bonjour, un tapis pour Éole, mon cheval de dressage',
  nombre: '2 demandes',
  demande: 'Message de contact',
  par: 'Bastien',
  reponses: 'Bonjour, un tapis pour Éole, mon cheval de dressage.',
  declarations: 'Commande D-2026-014',
  derniers_mots: 'Merci, et en bordeaux.',
  demandes: 'Message de contact, C-7K3M-9QX2, 20 novembre 2026 à 10 h 04',
  points: 'Camille Martin, Demande de devis, à répondre depuis lundi',
  fermeture: 'Du lundi 28 décembre au samedi 2 janvier, la maison est fermée.',
}

/**
 * Returns every text of src/content/emails as an e-mail, filled with examples, by the name of its file. A new one
 * appears by itself.
 * @param siteUrl origin of the site
 */
export function exampleEmails(siteUrl: string): Record<string, Email> {
  const emails = createEmails(siteUrl)
  const mails = Object.entries(EMAILS).filter(([name]) => name !== 'pied')
  return Object.fromEntries(mails.map(([name, { fills }]) => [name, emails.set(name, filled(fills, siteUrl))]))
}

function filled(names: readonly string[], siteUrl: string) {
  const words = (name: string) => EXAMPLES[name] ?? `(${name})`
  const link = `${siteUrl}/exemple`
  const values = { ...Object.fromEntries(names.map((name) => [name, words(name)])), desinscription: link }
  const blocks = names.map((name): [string, Block[]] => [name, [{ type: 'quotation', lines: [words(name)] }]])
  return { values, blocks: Object.fromEntries(blocks), href: link }
}
