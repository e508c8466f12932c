import { email } from './fields.ts'
import { defineForm, FAILURE } from './form.ts'

/** Months after which the purge removes a row that nothing came of. */
const RETENTION_MONTHS = 36

export const newsletter = defineForm({
  name: 'newsletter',
  table: 'newsletter_subscriptions',
  prefix: 'N',
  page: '/',
  title: 'Lettre d’information',
  parts: [
    {
      legend: 'Votre adresse',
      fields: {
        email: email({
          label: 'Adresse e-mail',
          hint: 'Exemple : prenom@exemple.fr',
          autocomplete: 'email',
          why: 'Vous envoyer la lettre d’information.',
        }),
      },
    },
  ],
  submit: 'Recevoir la lettre',
  success: 'Inscription réussie. Vous recevrez la prochaine lettre de la maison.',
  failure: FAILURE,
  uniqueBy: 'email',
  processing: {
    purpose: 'vous envoyer la lettre d’information',
    use: 'la lettre',
    legalBases: ['consent'],
    basis: 'votre consentement, que vous pouvez retirer à tout moment',
    retention: `jusqu’à votre désinscription, ${RETENTION_MONTHS / 12} ans au plus après votre dernier contact`,
    retentionMonths: RETENTION_MONTHS,
    recipients: 'la maison, son hébergeur et sa messagerie',
  },
})
