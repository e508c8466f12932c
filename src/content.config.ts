import { defineCollection } from 'astro:content'
import { file, glob } from 'astro/loaders'
import { z } from 'astro/zod'

z.config(z.locales.fr())

/** A text in which {{ names }} are filled; Markdown where the description says so. */
const copy = (description: string) => z.string().min(1).describe(description)
const address = z
  .string()
  .regex(/^(\/|#|https:\/\/|mailto:)/, 'Écrivez un chemin du site (/contact), une ancre (#produits) ou mailto:…')

const action = z.strictObject({
  label: copy('Ce que dit le lien ou le bouton.'),
  href: address.describe('Où il mène.'),
})
const item = z.strictObject({
  kicker: copy('Petite ligne au-dessus du titre.').optional(),
  title: copy('Titre de l’élément.').optional(),
  text: copy('Texte de l’élément ; Markdown.').optional(),
  figure: copy('Chiffre mis en valeur, appelé par son nom : {{ poids_tapis }}.').optional(),
  image: copy('Nom d’une image de pictures.yaml.').optional(),
  href: address.optional().describe('Où mène l’élément.'),
  label: copy('Texte du lien.').optional(),
})
const spec = z.strictObject({ label: copy('Nom de la caractéristique.'), value: copy('Sa valeur.') })

const section = z
  .strictObject({
    kicker: copy('Petite ligne au-dessus du titre.').optional(),
    title: copy('Titre de la section ; *italique* possible.').optional(),
    text: copy('Paragraphes ; Markdown.').optional(),
    items: z.array(item).optional().describe('Éléments de la section, dans l’ordre.'),
    specs: z.array(spec).optional().describe('Caractéristiques : nom et valeur.'),
    actions: z.array(action).optional().describe('Liens ; le premier est l’action principale.'),
    image: copy('Nom d’une image de pictures.yaml.').optional(),
    note: copy('Petites lignes sous la section ; Markdown.').optional(),
  })
  .describe('Une section de page.')

const head = {
  title: copy('Titre dans l’onglet et les moteurs de recherche : 30 à 60 caractères, unique.'),
  description: copy('Description pour les moteurs de recherche : 90 à 155 caractères, unique.'),
}

const yaml = (folder: string) => glob({ base: `./src/content/${folder}`, pattern: '*.yaml' })

export type Section = z.infer<typeof section>

export const collections = {
  pages: defineCollection({
    loader: yaml('pages'),
    schema: z.strictObject({
      title: head.title.optional(),
      description: head.description.optional(),
      sections: z.record(z.string(), section).describe('Les sections, par leur nom.'),
    }),
  }),
  legal: defineCollection({
    loader: glob({ base: './src/content/legal', pattern: ['*.md', '!_*.md'] }),
    schema: z.strictObject({
      ...head,
      heading: copy('Titre de la page.'),
      lead: copy('Une ou deux phrases sous le titre ; Markdown.'),
      first_version: z.coerce.date().optional().describe('Date de la première version.'),
      updated: z.coerce.date().describe('Date de la dernière mise à jour.'),
      related: z.array(address).describe('Documents associés : chemins de pages du site.'),
    }),
  }),
  faq: defineCollection({
    loader: glob({ base: './src/content/faq', pattern: '*.md' }),
    schema: z.strictObject({ question: copy('La question.'), order: z.int().describe('Sa place dans la page.') }),
  }),
  products: defineCollection({
    loader: yaml('products'),
    schema: z.strictObject({
      order: z.int(),
      name: copy('Nom du produit.'),
      kicker: copy('Petite ligne au-dessus du nom.'),
      text: copy('Description ; Markdown.'),
      specs: z.array(spec),
      image: copy('Nom d’une image de pictures.yaml.'),
      href: address,
      label: copy('Texte du lien.'),
    }),
  }),
  models: defineCollection({
    loader: yaml('models'),
    schema: z.strictObject({
      order: z.int(),
      name: copy('Nom du modèle.'),
      kicker: copy('Petite ligne au-dessus du nom.'),
      text: copy('Description ; Markdown.'),
      specs: z.array(spec),
      image: copy('Nom d’une image de pictures.yaml.'),
    }),
  }),
  testimonials: defineCollection({
    loader: yaml('testimonials'),
    schema: z
      .strictObject({
        order: z.int(),
        stars: z.int().min(1).max(5),
        text: copy('Le témoignage.'),
        initials: copy('Initiales.'),
        name: copy('Nom affiché.'),
        title: copy('Discipline ou qualité.'),
        example: z.boolean().default(false).describe('true : porte la marque « Exemple ».'),
        proof: copy('Où se trouvent la preuve d’achat et l’accord de la personne.').optional(),
        date: z.coerce.date().optional().describe('Date du témoignage.'),
      })
      .refine((t) => t.example || (t.proof && t.date), {
        error: 'Un témoignage sans « example: true » demande sa preuve (proof) et sa date (date).',
      }),
  }),
  saddleries: defineCollection({
    loader: yaml('saddleries'),
    schema: z.strictObject({
      name: copy('Nom de la sellerie.'),
      region: copy('Région.'),
      department: copy('Département, par exemple « Yvelines (78) ».'),
      address: copy('Adresse complète.'),
      website: z.url().optional(),
      hours: copy('Horaires d’ouverture.').optional(),
    }),
  }),
  exhibitions: defineCollection({
    loader: yaml('exhibitions'),
    schema: z
      .strictObject({
        title: copy('Nom de l’exposition ou du concours.'),
        start: z.coerce.date().describe('Premier jour, AAAA-MM-JJ.'),
        end: z.coerce.date().describe('Dernier jour, AAAA-MM-JJ.'),
        place: copy('Lieu et ville.'),
        discipline: copy('Discipline.'),
        website: z.url().optional(),
      })
      .refine((event) => event.end >= event.start, {
        path: ['end'],
        error: 'Le dernier jour (end) précède le premier (start).',
      }),
  }),
  pictures: defineCollection({
    loader: file('./src/content/pictures.yaml'),
    schema: z.strictObject({ alt: copy('Ce que l’on voit, pour qui ne voit pas l’image.') }),
  }),
}
