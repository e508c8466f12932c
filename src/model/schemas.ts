import { z } from 'astro/zod'
import { isDay } from '../forms/formats.ts'
import { answeredForms, type FormName, forms } from '../forms/index.ts'
import { OUTCOMES } from '../forms/outcomes.ts'
import { nameOfLine, RECORD_KEYS, type RecordKey } from './record.ts'
import { SECTION_KINDS, type SectionKind } from './sections.ts'

z.config(z.locales.fr())

/** A text with {{ placeholders }}; Markdown if the description says so. */
export const copy = (description: string) => z.string().min(1).describe(description)
/** A text of an e-mail; its Markdown has bold words and links alone. */
const mail = (description: string) =>
  copy(description).refine(
    (text) => !/^ *(?:#{1,6}|[-*+]|\d+[.)]) /m.test(text),
    'Un e-mail ne montre ni liste ni titre : écrivez des paragraphes',
  )
/** A text of the program, with the placeholders that it fills: those that the description names. */
export const words = (description: string) =>
  z
    .string()
    .min(1)
    .superRefine((text, context) => {
      for (const name of namesIn(description))
        if (!namesIn(text).includes(name))
          context.addIssue({ code: 'custom', message: `Remettez {{ ${name} }} : le programme y écrit sa valeur` })
    })
    .describe(description)
/** Returns the names of the placeholders in a text. */
export const namesIn = (text: string) => [...text.matchAll(/\{\{\s*([\w-]+)\s*\}\}/g)].map(([, name = '']) => name)
/** Error for a text that is no day. */
const DAY = 'Écrivez AAAA-MM-JJ, par exemple 2026-11-21'
const order = z.int().describe('Sa place : les plus petits nombres d’abord.')
/** A day, AAAA-MM-JJ, which Astro gives as a Date. `z.date()` alone would mark each right day in VS Code. */
const day = z.union([z.string(), z.date()], DAY).transform((value, context) => {
  if (value instanceof Date || isDay(value)) return new Date(value)
  const message = /^\d{4}-\d{2}-\d{2}$/.test(value) ? `Le ${value} n’existe pas : regardez le calendrier` : DAY
  context.addIssue({ code: 'custom', message })
  return z.NEVER
})
/** A day that is not to come, one day of grace for the clock of the machine. */
const past = day.refine((date) => date.getTime() < Date.now() + DAY_MS, 'Ce jour est à venir')
const DAY_MS = 86_400_000
/** Target of a link; the content check follows it. */
export const address = (description: string) =>
  copy(`${description} Un chemin du site (/contact), une ancre (#produits), https://… ou mailto:{{ email }}.`)
/** Address of another website. */
const website = z
  .url({ protocol: /^https?$/, error: 'Écrivez une adresse complète, qui commence par https://' })
  .describe('Son site, https://…')
const serie = z
  .boolean()
  .optional()
  .describe('true : ne paraît que tant que la série est en fabrication (etat_serie, fin_de_campagne).')
const attente = z.boolean().optional().describe('true : s’en va quand la série est disponible (etat_serie).')

const action = z
  .strictObject({
    label: copy('Ce que dit le lien ou le bouton.'),
    href: address('Où il mène.'),
    serie,
    attente,
  })
  .refine(({ href, attente }) => attente || !href.endsWith('#liste-attente'), {
    path: ['href'],
    error: 'La liste d’attente s’en va avec la série : ajoutez « attente: true »',
  })
export const item = z.strictObject({
  kicker: copy('Petite ligne au-dessus du titre.').optional(),
  title: copy('Titre de l’élément.').optional(),
  text: copy('Texte de l’élément ; Markdown.').optional(),
  figure: copy('Chiffre mis en valeur, appelé par son nom : {{ poids_tapis }}.').optional(),
  image: copy('Nom d’une image de pictures.yaml.').optional(),
  href: address('Où mène l’élément.').optional(),
  label: copy('Texte du lien.').optional(),
  serie,
})
const spec = z.strictObject({
  label: copy('Nom de la caractéristique.'),
  value: z.string().describe('Sa valeur ; vide, la ligne ne paraît pas et l’ouverture la rappelle.'),
})

/** Lines by the keys of src/model/record.ts; each may be missing or empty. */
const record = z
  .strictObject(
    Object.fromEntries(
      RECORD_KEYS.map((key) => [key, z.string().describe(`${nameOfLine(key)} ; vide tant qu’on ne sait pas.`)]),
    ) as Record<RecordKey, z.ZodString>,
  )
  .partial()
  .describe('La fiche : une ligne par fait connu ; une ligne vide ne paraît pas.')

const neededLine = (key: RecordKey) => copy(nameOfLine(key))
/** That of a product, which must have some lines; the law requires the manufacturer (règlement 2023/988, art. 19). */
const productRecord = record.extend({
  weight: neededLine('weight'),
  color: neededLine('color'),
  making: neededLine('making'),
  maker: neededLine('maker'),
})

/** Forms that a composed page may show: the others have a place or a second step of their own. */
const asked = answeredForms.filter(({ isWithdrawal }) => !isWithdrawal).map(({ name }) => name)

export const section = z
  .strictObject({
    kicker: copy('Petite ligne au-dessus du titre.').optional(),
    title: copy('Titre de la section ; *italique* possible.').optional(),
    text: copy('Paragraphes ; Markdown.').optional(),
    items: z.array(item).min(1).optional().describe('Éléments de la section, dans l’ordre.'),
    specs: z.array(spec).min(1).optional().describe('Caractéristiques : nom et valeur.'),
    actions: z.array(action).min(1).optional().describe('Liens ; le premier est l’action principale.'),
    image: copy('Nom d’une image de pictures.yaml.').optional(),
    note: copy('Petites lignes sous la section ; Markdown.').optional(),
    form: z.enum(asked).optional().describe('Quel formulaire est montré.'),
  })
  .describe('Une section de page.')

export const sectionKinds = Object.keys(SECTION_KINDS) as SectionKind[]
export const kind = (names: readonly SectionKind[]) =>
  z.enum(names).describe(
    `Comment la section se montre : ${Object.entries(SECTION_KINDS)
      .map(([name, { use }]) => `${name} (${use})`)
      .join(' ; ')}.`,
  )

export const head = {
  title: copy('Titre dans l’onglet et les moteurs de recherche : 30 à 60 caractères, unique.'),
  description: copy('Description pour les moteurs de recherche : 90 à 155 caractères, unique.'),
}

export const field = z.strictObject({
  label: copy('Nom du champ, sans astérisque.'),
  deskLabel: copy(
    'Le nom que lit la maison, là où celui du formulaire s’adresse à la personne ; facultatif.',
  ).optional(),
  hint: copy('Aide sous le nom ; facultative.').optional(),
})

const sheet = z
  .strictObject({ image: copy('Nom d’une image de pictures.yaml.') })
  .optional()
  .describe('Ce que montre la fiche, sur /quilting, si c’est une autre image que sur l’accueil.')

export type Section = z.infer<typeof section>

/** Schema of a file in each folder of src/content; `pictures` is the schema of one entry of pictures.yaml. */
export const schemas = {
  pages: z.strictObject({
    title: head.title.optional(),
    description: head.description.optional(),
    footer: z.boolean().optional().describe('true : la page est liée au pied de toutes les pages.'),
    sections: z
      .record(z.string(), section.extend({ kind: kind(sectionKinds).optional() }))
      .describe('Les sections, par leur nom.'),
  }),
  legal: z.strictObject({
    ...head,
    heading: copy('Titre de la page.'),
    lead: copy('Une ou deux phrases sous le titre ; Markdown.'),
    first_version: past.optional().describe('Date de la première version.'),
    updated: past.describe('Date de la dernière mise à jour.'),
    related: z
      .array(copy('Le chemin d’une page : /contact.'))
      .refine((paths) => new Set(paths).size === paths.length, 'Une page n’est citée qu’une fois')
      .describe('Documents associés : chemins de pages du site.'),
  }),
  faq: z.strictObject({ question: copy('La question.'), order }),
  products: z.strictObject({
    order,
    name: copy('Nom du produit.'),
    text: copy('Description ; Markdown.'),
    record: productRecord,
    image: copy('Nom d’une image de pictures.yaml.'),
    sheet,
    href: address('Où mène le lien.'),
    label: copy('Texte du lien.'),
  }),
  models: z.strictObject({
    order,
    name: copy('Nom du modèle.'),
    text: copy('Description ; Markdown.'),
    piece: z.enum(Object.keys(forms.quote.fields.piece?.options ?? {})).describe('La pièce dont c’est un modèle.'),
    record,
    image: copy('Nom d’une image de pictures.yaml.'),
    sheet,
    label: copy('Texte du lien vers sa fiche.'),
  }),
  testimonials: z
    .strictObject({
      order,
      stars: z.literal([1, 2, 3, 4, 5]).describe('Combien d’étoiles, de 1 à 5.'),
      text: copy('Le témoignage.'),
      initials: copy('Initiales.'),
      name: copy('Nom affiché.'),
      title: copy('Discipline ou qualité.'),
      example: z.boolean().default(false).describe('true : porte la marque « Exemple ».'),
      proof: copy('Où se trouvent la preuve d’achat et l’accord de la personne.').optional(),
      date: past.optional().describe('Jour de la publication de l’avis.'),
      experience: past.optional().describe('Jour de l’achat ou de l’usage dont parle l’avis.'),
    })
    .refine((t) => !t.example || !(t.proof || t.date), {
      path: ['example'],
      error: 'Un témoignage qui a sa preuve n’est plus un exemple : retirez cette ligne, ou proof et date',
    })
    .refine((t) => t.example || (t.proof && t.date && t.experience), {
      error:
        'Un témoignage sans « example: true » demande sa preuve (proof), le jour de sa publication (date) et celui de l’expérience (experience)',
    }),
  saddleries: z.strictObject({
    name: copy('Nom de la sellerie.'),
    region: copy('Région.'),
    department: copy('Département, par exemple « Yvelines (78) ».'),
    address: copy('Adresse complète.'),
    website: website.optional(),
    hours: copy('Horaires d’ouverture.').optional(),
  }),
  exhibitions: z
    .strictObject({
      title: copy('Nom de l’exposition ou du concours.'),
      start: day.describe('Premier jour, AAAA-MM-JJ.'),
      end: day.describe('Dernier jour, AAAA-MM-JJ.'),
      place: copy('Lieu et ville.'),
      discipline: copy('Discipline.'),
      website: website.optional(),
    })
    .refine((event) => event.end >= event.start, {
      path: ['end'],
      error: 'Le dernier jour (end) précède le premier (start).',
    }),
  emails: z.strictObject({
    subject: copy('Objet du message.').optional(),
    title: copy('Titre dans le message.').optional(),
    text: mail('Paragraphes ; **gras** et [lien](adresse) possibles ; un nom de bloc est seul dans son paragraphe.'),
    action: copy('Ce que dit le bouton ; le programme sait où il mène, si « lien » ne le dit pas.').optional(),
    lien: z
      .string()
      .regex(/^\//, 'Écrivez le chemin d’une page : /quilting')
      .optional()
      .describe('Page du site où mène le bouton, par exemple /quilting.'),
    note: mail('Petites lignes sous le message ; **gras** et [lien](adresse) possibles.').optional(),
    bandeau: z.literal('oui').optional().describe('oui : le message porte l’image de la maison.'),
    alt: copy('Dans pied.yaml seulement : ce que montre l’image de la maison.').optional(),
  }),
  reponses: z.strictObject({
    titre: copy('Ce que dit le bouton du bureau qui l’insère.'),
    formulaires: z
      .array(z.enum(Object.keys(forms) as FormName[]))
      .min(1)
      .describe('Aux demandes de quels formulaires elle répond.'),
    etat: z
      .enum(Object.values(OUTCOMES))
      .optional()
      .describe('Comment la demande se termine quand la réponse part ; sans cette ligne, elle attend sa suite.'),
    rappel: z
      .int()
      .min(1)
      .max(60)
      .optional()
      .describe('Dans combien de jours la demande revient ; {{ jour_promis }} est ce jour.'),
    joint: z
      .literal('conditions')
      .optional()
      .describe('conditions : les conditions de vente et le formulaire de rétractation partent avec.'),
  }),
  // formSchema adds the fields, parts and sentences of a form.
  forms: z
    .looseObject({
      title: copy('Sujet du formulaire : titre de ses pages de réponse, et de sa notice.'),
      submit: copy('Bouton d’envoi.'),
      success: copy('Message de succès.'),
      processing: z
        .strictObject({
          purpose: copy('Finalité ; après « utilise ces données pour ».'),
          use: copy('La même, en bref ; après « garde ces données pour ».'),
          basis: copy('Base légale ; après « base légale : ».'),
          retention: words('Durée ; après « et les conserve ». {{ conservation }} : celle que le programme applique.'),
        })
        .describe('Ce que la maison fait des réponses (RGPD, art. 13).'),
    })
    .describe('Les mots d’un formulaire ; ses champs, ses limites et ses règles sont dans le programme.'),
  pictures: z.strictObject({
    alt: copy('Ce que l’on voit, pour qui ne voit pas l’image.'),
    laurier: z
      .strictObject({ x: z.number(), y: z.number(), largeur: z.number() })
      .optional()
      .describe('Où le laurier est brodé sur l’image, en pixels du fichier : son milieu et sa largeur.'),
    qualite: z
      .int()
      .min(40)
      .max(80)
      .optional()
      .describe('Qualité sur 100, si la trame de l’étoffe doit se voir ; 50 par défaut.'),
    synthese: z
      .literal(true, { error: 'Écrivez true, ou retirez la ligne.' })
      .optional()
      .describe('true tant que le fichier est une image de synthèse : les mentions légales le disent.'),
  }),
}

/** An event of src/content/exhibitions; its days are midnight UTC, the last one included. */
export type Exhibition = z.infer<typeof schemas.exhibitions>
export type TestimonialEntry = z.infer<typeof schemas.testimonials>
