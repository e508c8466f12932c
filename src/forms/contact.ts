import { choice, email, text, textarea } from './fields.ts'
import { defineForm, FAILURE } from './form.ts'

/** Months after which the purge removes a row that nothing came of. */
const RETENTION_MONTHS = 12

export const contact = defineForm({
  name: 'contact',
  table: 'contact_messages',
  prefix: 'C',
  page: '/contact',
  title: 'Votre message',
  parts: [
    {
      legend: 'Vous',
      fields: {
        name: text({
          label: 'Votre nom',
          max: 120,
          autocomplete: 'name',
          half: true,
          why: 'Savoir à qui nous répondons.',
        }),
        email: email({
          label: 'Adresse e-mail',
          hint: 'Pour vous répondre',
          autocomplete: 'email',
          half: true,
          why: 'Vous répondre.',
        }),
      },
    },
    {
      legend: 'Votre demande',
      fields: {
        subject: choice({
          label: 'Objet de votre message',
          hint: 'Pour orienter votre demande',
          options: {
            commande: 'Une commande',
            produit: 'Un produit',
            livraison: 'La livraison',
            retour: 'Un retour ou une rétractation',
            personnalisation: 'Une personnalisation',
            partenariat: 'Un partenariat',
            autre: 'Une autre demande',
          },
          why: 'Orienter votre demande.',
        }),
        message: textarea({
          label: 'Votre message',
          hint: 'Pour un devis : pièce, modèle, pays de livraison. N’indiquez pas de données sensibles (santé, coordonnées bancaires).',
          max: 5000,
          why: 'Comprendre votre demande et y répondre.',
        }),
      },
    },
  ],
  submit: 'Envoyer mon message',
  sent: 'Message envoyé',
  success: 'Merci pour votre message. Nous vous répondrons dans les plus brefs délais.',
  failure: FAILURE,
  processing: {
    purpose: 'répondre à votre demande',
    use: 'vous répondre',
    legalBases: ['contract', 'interest'],
    basis:
      'mesures précontractuelles pour une commande, un produit ou une livraison ; dans les autres cas, notre intérêt légitime à répondre à qui nous écrit',
    retention: `${RETENTION_MONTHS} mois à compter de votre envoi`,
    retentionMonths: RETENTION_MONTHS,
    recipients: 'la maison, son hébergeur et sa messagerie',
  },
})
