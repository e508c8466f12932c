import { defineCollection } from 'astro:content'
import { file, glob } from 'astro/loaders'
import { earlySchemas } from './model/file-schemas.ts'
import { schemas } from './model/schemas.ts'

const yaml = (folder: string) => glob({ base: `./src/content/${folder}`, pattern: '*.yaml' })
const markdown = (folder: string) => glob({ base: `./src/content/${folder}`, pattern: ['*.md', '!_*.md'] })

/** No entries, because src/copy/words reads these files before Astro: only for the hints of VS Code. */
const early = { loader: () => [] }

export const collections = {
  company: defineCollection({ ...early, schema: earlySchemas.company }),
  facts: defineCollection({ ...early, schema: earlySchemas.facts }),
  interface: defineCollection({ ...early, schema: earlySchemas.interface }),
  lancement: defineCollection({ ...early, schema: earlySchemas.lancement }),
  pages: defineCollection({ loader: yaml('pages'), schema: schemas.pages }),
  legal: defineCollection({ loader: markdown('legal'), schema: schemas.legal }),
  faq: defineCollection({ loader: markdown('faq'), schema: schemas.faq }),
  products: defineCollection({ loader: yaml('products'), schema: schemas.products }),
  models: defineCollection({ loader: yaml('models'), schema: schemas.models }),
  testimonials: defineCollection({ loader: yaml('testimonials'), schema: schemas.testimonials }),
  saddleries: defineCollection({ loader: yaml('saddleries'), schema: schemas.saddleries }),
  exhibitions: defineCollection({ loader: yaml('exhibitions'), schema: schemas.exhibitions }),
  forms: defineCollection({ loader: yaml('forms'), schema: schemas.forms }),
  emails: defineCollection({ loader: yaml('emails'), schema: schemas.emails }),
  reponses: defineCollection({ loader: markdown('emails/reponses'), schema: schemas.reponses }),
  pictures: defineCollection({ loader: file('./src/content/pictures.yaml'), schema: schemas.pictures }),
}
