import { email, text, textarea } from './fields.ts'
import { defineForm, FAILURE } from './form.ts'

/** The notice is kept with the order it ends. */
const RETENTION_MONTHS = 120

/** The online withdrawal function (Code de la consommation L. 221-21 and D. 221-5). */
export const withdrawal = defineForm({
  name: 'withdrawal',
  table: 'withdrawal_notices',
  prefix: 'R',
  page: '/retractation',
  title: 'Votre rétractation',
  parts: [
    {
      legend: 'Vous et votre commande',
      fields: {
        name: text({
          label: 'Votre nom',
          hint: 'Celui de la commande',
          max: 120,
          autocomplete: 'name',
          half: true,
          why: 'Retrouver votre commande.',
        }),
        email: email({
          label: 'Adresse e-mail',
          hint: 'Celle de la commande, ou une autre où vous joindre',
          autocomplete: 'email',
          half: true,
          why: 'Vous joindre et accuser réception.',
        }),
        order_reference: text({
          label: 'Référence de la commande',
          hint: 'Numéro du devis ou de la confirmation ; à défaut, la date et l’article',
          max: 200,
          why: 'Savoir à quel contrat vous renoncez.',
        }),
        message: textarea({
          label: 'Précisions',
          hint: 'Vous n’avez pas de motif à donner.',
          max: 2000,
          optional: true,
          why: 'Permettre une rétractation partielle ou une précision.',
        }),
      },
    },
  ],
  submit: 'Renoncer au contrat ici',
  confirm: 'Confirmer la rétractation',
  success: 'Votre rétractation est enregistrée.',
  failure: FAILURE,
  failureEndsWithEmail: true,
  processing: {
    purpose: 'enregistrer votre rétractation et en tirer les suites',
    use: 'votre rétractation et ses suites',
    legalBases: ['obligation'],
    basis: 'obligation imposée par le code de la consommation',
    retention: `${RETENTION_MONTHS / 12} ans, avec la commande`,
    retentionMonths: RETENTION_MONTHS,
    recipients: 'la maison, son hébergeur et sa messagerie',
  },
})
