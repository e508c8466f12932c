import { email } from './fields.ts'
import { defineForm, FAILURE } from './form.ts'

/** Months after which the purge removes a row that nothing came of. */
const RETENTION_MONTHS = 36

export const waitlist = defineForm({
  name: 'waitlist',
  table: 'waitlist_signups',
  prefix: 'L',
  page: '/',
  title: 'Liste d’attente',
  parts: [
    {
      legend: 'Votre adresse',
      fields: {
        email: email({
          label: 'Adresse e-mail',
          hint: 'Exemple : prenom@exemple.fr',
          autocomplete: 'email',
          why: 'Vous prévenir de la disponibilité des tapis.',
        }),
      },
    },
  ],
  submit: 'Me prévenir',
  success: 'Inscription réussie. Vous serez notifié dès que les tapis seront disponibles.',
  failure: FAILURE,
  uniqueBy: 'email',
  processing: {
    purpose: 'vous prévenir de la disponibilité des tapis',
    use: 'cet avis',
    legalBases: ['consent'],
    basis: 'votre consentement, que vous pouvez retirer à tout moment',
    retention: `jusqu’à l’envoi de l’avis de disponibilité ou jusqu’à votre désinscription, ${RETENTION_MONTHS / 12} ans au plus après votre dernier contact`,
    retentionMonths: RETENTION_MONTHS,
    endsWithLetter: true,
    recipients: 'la maison, son hébergeur et sa messagerie',
  },
})
