import { choice, email, integer, tel, text, textarea, url } from './fields.ts'
import { defineForm, FAILURE } from './form.ts'

/** Months after which the purge removes a row that nothing came of. */
const RETENTION_MONTHS = 24

export const partnership = defineForm({
  name: 'partnership',
  table: 'partnership_inquiries',
  prefix: 'P',
  page: '/partenariat',
  title: 'Votre candidature de revendeur',
  parts: [
    {
      legend: 'Votre sellerie',
      fields: {
        sellerie_name: text({
          label: 'Nom de la sellerie',
          hint: 'Celui de l’enseigne',
          max: 160,
          autocomplete: 'organization',
          why: 'Identifier votre enseigne.',
        }),
        address: text({
          label: 'Adresse',
          hint: 'Numéro et rue',
          max: 200,
          autocomplete: 'address-line1',
          why: 'Situer votre sellerie.',
        }),
        postal_code: text({
          label: 'Code postal',
          max: 12,
          autocomplete: 'postal-code',
          half: true,
          why: 'Situer votre sellerie et son secteur.',
        }),
        city: text({
          label: 'Ville',
          max: 100,
          autocomplete: 'address-level2',
          half: true,
          why: 'Situer votre sellerie et son secteur.',
        }),
        website: url({
          label: 'Site web',
          hint: 'Commence par https://',
          autocomplete: 'url',
          optional: true,
          half: true,
          why: 'Connaître votre enseigne.',
        }),
        social_media: text({
          label: 'Réseaux sociaux',
          hint: 'Lien ou nom de compte',
          max: 300,
          optional: true,
          half: true,
          why: 'Connaître votre enseigne.',
        }),
      },
    },
    {
      legend: 'Votre contact',
      fields: {
        contact_name: text({
          label: 'Nom et prénom du contact',
          max: 120,
          autocomplete: 'name',
          why: 'Savoir à qui nous répondons.',
        }),
        email: email({
          label: 'E-mail professionnel',
          hint: 'Pour vous répondre',
          autocomplete: 'email',
          half: true,
          why: 'Vous répondre.',
        }),
        phone: tel({
          label: 'Téléphone',
          hint: 'Avec l’indicatif hors de France',
          autocomplete: 'tel',
          half: true,
          why: 'Convenir d’un entretien.',
        }),
      },
    },
    {
      legend: 'Votre activité',
      fields: {
        shop_size: choice({
          label: 'Surface de vente',
          hint: 'Une estimation suffit',
          options: {
            small: 'Petite (moins de 50 m²)',
            medium: 'Moyenne (de 50 à 150 m²)',
            large: 'Grande (plus de 150 m²)',
          },
          half: true,
          why: 'Proposer une allocation à la taille de votre magasin.',
        }),
        years_in_business: integer({
          label: 'Années d’activité',
          hint: 'Nombre entier ; 0 si vous débutez',
          half: true,
          why: 'Connaître votre expérience.',
        }),
        current_brands: text({
          label: 'Marques distribuées',
          hint: 'Séparées par des virgules',
          max: 500,
          optional: true,
          why: 'Situer Hera dans votre offre.',
        }),
        target_audience: text({
          label: 'Votre clientèle',
          hint: 'Disciplines, niveaux',
          max: 500,
          optional: true,
          why: 'Situer Hera dans votre offre.',
        }),
        message: textarea({
          label: 'Votre message',
          hint: 'Modèles, nombre de pièces, date souhaitée',
          max: 5000,
          optional: true,
          why: 'Comprendre votre projet.',
        }),
      },
    },
  ],
  submit: 'Envoyer ma candidature',
  success: 'Merci pour votre candidature ! Nous vous contacterons dans les plus brefs délais.',
  failure: FAILURE,
  processing: {
    purpose: 'étudier votre candidature de revendeur et y donner suite',
    use: 'étudier votre candidature et y donner suite',
    legalBases: ['contract', 'interest'],
    basis:
      'mesures précontractuelles prises à votre demande ; pour la personne qui représente une société, notre intérêt légitime à étudier sa proposition',
    retention: `${RETENTION_MONTHS} mois si votre candidature reste sans suite, sinon pendant la durée du contrat, puis 5 ans`,
    retentionMonths: RETENTION_MONTHS,
    recipients: 'la maison, son hébergeur et sa messagerie',
  },
})
