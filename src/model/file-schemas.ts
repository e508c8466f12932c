import { z } from 'astro/zod'
import { capital } from '../copy/facts/derived.ts'
import { INTERFACE } from '../copy/words/interface-words.ts'
import type { Form } from '../forms/form.ts'
import { allForms } from '../forms/index.ts'
import { EMAILS, type Email } from './email-kinds.ts'
import { factFaults } from './fact-faults.ts'
import { COMPANY, FACTS, type Fact } from './known-facts.ts'
import { address, copy, field, head, item, kind, namesIn, schemas, section, sectionKinds, words } from './schemas.ts'
import { HERO_SHOWS, isComposed, PARTS, SECTION_KINDS, SECTIONS, type SectionKind } from './sections.ts'

/** Returns the schema of a page: allows only what the site shows, and requires it except for optional keys. */
function pageSchema(id: string, shown: Readonly<Record<string, string>>) {
  const sections = Object.entries(shown).map(([name, keys]) => [name, sectionSchema(keys)] as const)
  const page = schemas.pages.omit({ footer: true }).extend({ sections: z.strictObject(Object.fromEntries(sections)) })
  return PARTS.includes(id) ? page : page.extend(head)
}

/** Error of an item that would still announce the series after its end. */
const SERIES = 'Cet élément parle de la série et resterait après elle : ajoutez « serie: true »'

/** @param shows keys of a section, as in SECTIONS */
function sectionSchema(shows: string) {
  const shown = shows.split(' ')
  const ofItem = shown.flatMap((key) => (key.startsWith('items.') ? [key.slice('items.'.length)] : []))
  const items = z
    .array(only(item, [...ofItem, 'serie?']))
    .min(1)
    .superRefine((all, context) => {
      for (const [index, each] of all.entries())
        if (!each.serie && /\{\{\s*tapis_en_production\s*\}\}/.test(JSON.stringify(each)))
          context.addIssue({ code: 'custom', path: [index], message: SERIES })
    })
    .describe('Éléments de la section, dans l’ordre.')
  return only(section.extend({ items: items.optional() }), shown)
}

/** Returns the schema with only these keys, those without a question mark required; ignores keys below another one. */
function only(schema: z.ZodObject, keys: readonly string[]) {
  const own = keys.filter((key) => !key.includes('.'))
  const mask = (names: readonly string[]): object => Object.fromEntries(names.map((name) => [name, true]))
  const picked = schema.pick(mask(own.map((key) => key.replace('?', ''))))
  return picked.required(mask(own.filter((key) => !key.endsWith('?'))))
}

/** Returns the schema of the texts of a form, which allows only its fields, parts and sentences. */
function formSchema(form: Form) {
  const group = (keys: readonly string[], description: string) =>
    z.strictObject(Object.fromEntries(keys.map((key) => [key, copy(description)])))
  const fields = Object.entries(form.fields).map(([key, { options }]) => [
    key,
    options ? field.extend({ options: group(Object.keys(options), 'Ce que lit qui choisit cette réponse.') }) : field,
  ])
  const parts = group(
    form.parts.map((part) => part.name),
    'Titre de cette partie du formulaire.',
  )
  const sentences = group(Object.keys(form.sentences), 'Ce que dit une règle du programme.')
  return schemas.forms.strict().extend({
    parts,
    fields: z.strictObject(Object.fromEntries(fields)),
    ...(form.sent !== undefined && { sent: copy('Bouton pendant les trois secondes qui suivent un succès.') }),
    ...(form.confirm !== undefined && { confirm: copy('Bouton de la seconde étape.') }),
    ...(Object.keys(form.sentences).length > 0 && { sentences }),
  })
}

const sectionOfKind = (name: SectionKind) => sectionSchema(SECTION_KINDS[name].shows).extend({ kind: kind([name]) })

/** Schema of a composed page in src/content/pages: the first section is `hero`; every other one has a kind. */
const composedPageSchema = schemas.pages.extend({
  ...head,
  sections: z
    .object({ hero: sectionSchema(HERO_SHOWS) })
    .catchall(
      z.discriminatedUnion('kind', sectionKinds.map(sectionOfKind) as [ReturnType<typeof sectionOfKind>], {
        error: `Écrivez ${sectionKinds.slice(0, -1).join(', ')} ou ${sectionKinds.at(-1)}`,
      }),
    )
    .describe('hero, puis les autres sections dans leur ordre, chacune avec son genre (kind).'),
})

/** Returns the schema of an e-mail: what it needs to be sent, by email-kinds.ts. */
function emailSchema({ keys, names }: Email) {
  return only(
    schemas.emails,
    Object.keys(schemas.emails.shape).map((key) => (keys.includes(key) ? key : `${key}?`)),
  ).superRefine((email, context) => {
    const add = (key: string, message: string) => context.addIssue({ code: 'custom', path: [key], message })
    const called = namesIn(Object.values(email).join('\n'))
    for (const name of names)
      if (!called.includes(name)) add('text', `Remettez {{ ${name} }} : la loi ou le lecteur l’attend`)
    if (email.lien && !email.action) add('lien', 'Ajoutez « action », ce que dit le bouton')
    if (email.action && !email.lien && !keys.includes('action')) add('action', 'Ajoutez « lien », la page du bouton')
  })
}

/** Error for a fact that is a list or a group. */
const ONE_LINE = 'Écrivez sa valeur sur la même ligne, entre "guillemets droits"'

/** Facts as the program reads them: each is a text, as it is written. */
const factsSchema = (declared: Readonly<Record<string, Fact>>) => {
  const written = z.union([z.string(), z.number(), z.null()], ONE_LINE).transform((value) => String(value ?? ''))
  const described = Object.entries(declared).map(([name, { says, example, optional }]) => {
    const line = written.describe(`${capital(says)} ; par exemple : ${example}.`)
    return [name, optional ? line.optional() : line] as const
  })
  return z
    .object(Object.fromEntries(described))
    .catchall(written)
    .superRefine((facts: Record<string, string | undefined>, context) => {
      for (const [name, message] of factFaults(facts)) context.addIssue({ code: 'custom', path: [name], message })
    })
}

/** Schemas of files that are read before Astro reads its collections (src/copy/words), by name. */
export const earlySchemas = {
  company: factsSchema(COMPANY).describe('L’identité de la maison ; vide, une ligne reste « à compléter ».'),
  facts: factsSchema(FACTS)
    .superRefine((facts, context) => {
      for (const [name, value] of Object.entries(facts)) {
        if (value === '') context.addIssue({ code: 'custom', path: [name], message: 'Rien n’est écrit' })
        if (Object.hasOwn(COMPANY, name))
          context.addIssue({ code: 'custom', path: [name], message: 'Ce nom est aussi dans company.yaml' })
      }
    })
    .describe('Les chiffres de la maison ; un texte en appelle un par son nom, {{ poids_tapis }}.'),
  interface: z.strictObject(
    Object.fromEntries(
      Object.entries(INTERFACE).map(([group, names]) => [
        group,
        z
          .strictObject(Object.fromEntries(Object.entries(names).map(([name, use]) => [name, words(use)])))
          .describe('Un groupe de mots ; le programme le nomme ainsi.'),
      ]),
    ),
  ),
  lancement: z
    .array(
      z.strictObject({
        sujet: copy('Ce qui est à vérifier, en quelques mots.'),
        ou: address('Page et section concernées : /terms#garanties.'),
        pourquoi: copy('Ce que l’on risque, ou ce qui manque pour l’affirmer.'),
        fait: z.boolean().describe('true une fois vérifié.'),
      }),
    )
    .describe('Ce que la maison vérifie avant d’ouvrir.'),
}

/** Schemas of single files by their path below src/content; all other files have the schema of their collection. */
const fileSchemas: Readonly<Record<string, z.ZodType>> = {
  ...Object.fromEntries(Object.entries(earlySchemas).map(([name, schema]) => [`${name}.yaml`, schema])),
  'pictures.yaml': z.record(z.string(), schemas.pictures),
  ...Object.fromEntries(Object.entries(SECTIONS).map(([id, shown]) => [`pages/${id}.yaml`, pageSchema(id, shown)])),
  ...Object.fromEntries(allForms.map((form) => [`forms/${form.name}.yaml`, formSchema(form)])),
  ...Object.fromEntries(Object.entries(EMAILS).map(([id, email]) => [`emails/${id}.yaml`, emailSchema(email)])),
}

/** Returns the schema of a file of src/content; undefined for a folder that is only Astro's. */
export function schemaOf(path: string): z.ZodType | undefined {
  const [, folder = '', id = ''] = /^(.*)\/(.+)\.\w+$/.exec(path) ?? []
  if (folder === 'pages' && isComposed(id)) return composedPageSchema
  const name = folder === 'emails/reponses' ? 'reponses' : folder
  return fileSchemas[path] ?? (Object.hasOwn(schemas, name) ? schemas[name as keyof typeof schemas] : undefined)
}

/** Returns the placeholders that the program fills in a text of the interface. @param keys from the top of the file */
export function programNames(path: string, keys: readonly PropertyKey[]): string[] {
  return path === 'interface.yaml' || path.startsWith('forms/') ? namesIn(partOf(path, keys).description) : []
}

/** The parts of a JSON schema that findings quote. */
interface Described {
  description?: string
  required?: readonly string[]
  properties?: Readonly<Record<string, Described>>
  items?: Described
  additionalProperties?: Described
}
const described = new Map<string, Described>()

/** Returns what the schema of a file says of the part at a path: its description, its keys, and if it may be missing. */
export function partOf(path: string, keys: readonly PropertyKey[]) {
  const whole =
    described.get(path) ?? z.toJSONSchema(schemaOf(path) ?? z.unknown(), { unrepresentable: 'any', io: 'input' })
  described.set(path, whole as Described)
  let at = whole as Described
  let optional = false
  for (const key of keys.map(String)) {
    optional = !at.required?.includes(key)
    at = at.properties?.[key] ?? at.items ?? (at.additionalProperties || {})
  }
  return { description: at.description ?? '', optional, known: Object.keys(at.properties ?? {}) }
}
