import { ageOn, MAJORITY, YOUNGEST_AMBASSADOR } from './age.ts'
import { checkbox, choice, date, email, tel, text, textarea, url } from './fields.ts'
import { defineForm, type Errors, FAILURE, type Values } from './form.ts'

const OLDEST = 120

/** Months after which the purge removes a row that nothing came of. */
const RETENTION_MONTHS = 12

export const ambassador = defineForm({
  name: 'ambassador',
  table: 'ambassador_applications',
  prefix: 'A',
  page: '/ambassador',
  title: 'Votre candidature d’ambassadrice ou d’ambassadeur',
  parts: [
    {
      legend: 'Vous',
      fields: {
        first_name: text({
          label: 'Prénom',
          max: 80,
          autocomplete: 'given-name',
          half: true,
          why: 'Savoir à qui nous répondons.',
        }),
        last_name: text({
          label: 'Nom',
          max: 80,
          autocomplete: 'family-name',
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
        phone: tel({
          label: 'Téléphone',
          hint: 'Avec l’indicatif hors de France',
          autocomplete: 'tel',
          half: true,
          why: 'Convenir d’un entretien.',
        }),
        birth_date: date({
          label: 'Date de naissance',
          hint: `Pour vérifier votre âge (${YOUNGEST_AMBASSADOR} ans minimum), sous la forme jj/mm/aaaa`,
          autocomplete: 'bday',
          why: 'Vérifier votre âge.',
        }),
        guardian_consent: checkbox({
          label: 'Mon représentant légal est informé et donne son accord',
          hint: `À cocher de ${YOUNGEST_AMBASSADOR} à ${MAJORITY - 1} ans`,
          optional: true,
          why: `Obligatoire de ${YOUNGEST_AMBASSADOR} à ${MAJORITY - 1} ans : nous assurer de l’accord de votre représentant légal.`,
        }),
        postal_code: text({
          label: 'Code postal',
          max: 12,
          autocomplete: 'postal-code',
          half: true,
          why: 'Savoir dans quelle région vous montez.',
        }),
        city: text({
          label: 'Ville',
          max: 100,
          autocomplete: 'address-level2',
          half: true,
          why: 'Savoir dans quelle région vous montez.',
        }),
        country: text({
          label: 'Pays',
          hint: 'Pays de résidence',
          max: 80,
          autocomplete: 'country-name',
          why: 'Savoir dans quel pays vous montez et quel droit s’applique.',
        }),
      },
    },
    {
      legend: 'Vos réseaux',
      fields: {
        instagram: text({
          label: 'Compte Instagram',
          hint: 'Sans @',
          max: 100,
          optional: true,
          half: true,
          why: 'Voir ce que vous publiez.',
        }),
        facebook: text({
          label: 'Compte Facebook',
          hint: 'Sans @',
          max: 100,
          optional: true,
          half: true,
          why: 'Voir ce que vous publiez.',
        }),
        tiktok: text({
          label: 'Compte TikTok',
          hint: 'Sans @',
          max: 100,
          optional: true,
          half: true,
          why: 'Voir ce que vous publiez.',
        }),
        other_social: text({
          label: 'Autre réseau',
          hint: 'Nom et lien',
          max: 300,
          optional: true,
          half: true,
          why: 'Voir ce que vous publiez.',
        }),
        website: url({
          label: 'Site personnel',
          hint: 'Commence par https://',
          autocomplete: 'url',
          optional: true,
          half: true,
          why: 'Voir ce que vous publiez.',
        }),
        followers_count: choice({
          label: 'Nombre total d’abonnés',
          hint: 'Tous réseaux confondus',
          options: {
            less_500: 'Moins de 500',
            '500_1000': 'De 500 à 1 000',
            '1000_5000': 'De 1 000 à 5 000',
            '5000_10000': 'De 5 000 à 10 000',
            '10000_plus': 'Plus de 10 000',
          },
          half: true,
          why: 'Connaître l’étendue de votre audience.',
        }),
      },
    },
    {
      legend: 'Votre pratique',
      fields: {
        riding_discipline: choice({
          label: 'Discipline principale',
          hint: 'La plus pratiquée',
          options: {
            cso: 'Saut d’obstacles (CSO)',
            dressage: 'Dressage',
            cce: 'Concours complet (CCE)',
            endurance: 'Endurance',
            western: 'Équitation western',
            loisir: 'Équitation de loisir',
            autre: 'Autre discipline',
          },
          half: true,
          why: 'Réunir des disciplines différentes.',
        }),
        riding_level: choice({
          label: 'Niveau équestre',
          hint: 'Niveau actuel',
          options: {
            debutant: 'Niveau débutant',
            galop1_3: 'Galops 1 à 3',
            galop4_6: 'Galops 4 à 6',
            galop7_plus: 'Galop 7 et plus',
            amateur: 'Compétition Amateur',
            pro: 'Compétition Pro',
          },
          half: true,
          why: 'Réunir des niveaux différents.',
        }),
        horse_ownership: choice({
          label: 'Avez-vous un cheval ?',
          hint: 'Situation actuelle',
          options: {
            owner: 'Oui, propriétaire',
            half_ownership: 'Oui, en copropriété ou demi-pension',
            leasing: 'Oui, en location',
            club_horses: 'Je monte des chevaux de club',
            no: 'Non',
          },
          half: true,
          why: 'Savoir si un tapis peut servir régulièrement.',
        }),
        club_name: text({
          label: 'Club ou écurie',
          hint: 'Où vous montez le plus souvent',
          max: 160,
          optional: true,
          half: true,
          why: 'Savoir où vous montez.',
        }),
        competition_experience: textarea({
          label: 'Expérience en concours',
          hint: 'Épreuves, résultats',
          max: 2000,
          optional: true,
          why: 'Connaître votre pratique.',
        }),
      },
    },
    {
      legend: 'Votre projet avec Hera',
      fields: {
        why_hera: textarea({
          label: 'Pourquoi Hera ?',
          hint: 'Quelques phrases suffisent',
          max: 3000,
          why: 'Comprendre votre projet.',
        }),
        content_ideas: textarea({
          label: 'Idées de contenus',
          hint: 'Photos, vidéos, essais…',
          max: 3000,
          optional: true,
          why: 'Comprendre votre projet.',
        }),
        previous_partnerships: textarea({
          label: 'Partenariats passés ou en cours',
          hint: 'Marques, périodes',
          max: 2000,
          optional: true,
          why: 'Éviter deux engagements contraires.',
        }),
        availability: choice({
          label: 'Rythme de publication',
          hint: 'Celui que vous pouvez tenir',
          options: {
            very_active: 'Très régulier (plusieurs publications par semaine)',
            active: 'Régulier (1 à 2 publications par semaine)',
            occasional: 'Occasionnel (quelques publications par mois)',
          },
          why: 'Convenir d’un rythme.',
        }),
        heard_about: text({
          label: 'Comment nous avez-vous connus ?',
          hint: 'Réseau, salon, bouche-à-oreille…',
          max: 300,
          optional: true,
          why: 'Savoir comment on nous trouve.',
        }),
      },
    },
  ],
  submit: 'Envoyer ma candidature',
  success:
    'Merci pour votre candidature ! Nous étudierons votre profil avec attention et vous contacterons très prochainement.',
  failure: FAILURE,
  failureEndsWithEmail: true,
  rule: checkAge,
  processing: {
    purpose: 'étudier votre candidature au programme Ambassadeurs Hera et y donner suite',
    use: 'étudier votre candidature et y donner suite',
    legalBases: ['contract'],
    basis: 'mesures précontractuelles prises à votre demande',
    retention: `${RETENTION_MONTHS} mois si votre candidature reste sans suite, sinon pendant la durée de la collaboration, puis 5 ans`,
    retentionMonths: RETENTION_MONTHS,
    recipients: 'la maison, son hébergeur et sa messagerie',
  },
})

/** From 15 years; from 15 to 17 with the agreement of a legal representative (Code civil art. 388-1-1 and 1145). */
function checkAge(values: Values, today: string): Errors {
  const age = ageOn(String(values.birth_date), today)
  if (age < 0 || age > OLDEST) return { birth_date: 'Vérifiez l’année de votre date de naissance.' }
  if (age < YOUNGEST_AMBASSADOR)
    return {
      birth_date: `Merci de l’intérêt que vous portez à Hera. Le programme est ouvert à partir de ${YOUNGEST_AMBASSADOR} ans : nous lirons votre candidature avec plaisir à ce moment-là.`,
    }
  if (age < MAJORITY && values.guardian_consent === null)
    return {
      guardian_consent: `De ${YOUNGEST_AMBASSADOR} à ${MAJORITY - 1} ans, il nous faut l’accord de votre représentant légal : cochez la case après lui en avoir parlé.`,
    }
  return {}
}
