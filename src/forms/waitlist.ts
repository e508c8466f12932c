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
  submit: 'M’inscrire sur la liste d’attente',
  success: 'Inscription réussie. Vous serez notifié dès que les tapis seront disponibles.',
  failure: FAILURE,
  uniqueBy: 'email',
  processing: {
    purpose: 'vous prévenir de la disponibilité des tapis, et pour rien d’autre',
    basis: 'votre consentement',
    retention: `jusqu’à l’envoi de cet avis ou jusqu’à votre désinscription, ${RETENTION_MONTHS / 12} ans au plus après notre dernier contact`,
    retentionMonths: RETENTION_MONTHS,
    recipients: 'la maison, son hébergeur et sa messagerie',
  },
})
