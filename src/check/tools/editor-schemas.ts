import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'astro/zod'
import { capital } from '../../copy/facts/derived.ts'
import { descriptionOf, ruleOf } from '../../copy/facts/fact-rules.ts'
import { NEEDED } from '../../copy/facts/identity.ts'
import { VAT } from '../../copy/facts/vat.ts'
import { composedPageSchema, fileSchemas } from '../../model/schemas.ts'
import { collections } from '../reading/collections.ts'
import { factsOf } from '../reading/facts-of.ts'
import type { Source } from '../reading/sources.ts'

/** Folder of the JSON schemas; .vscode/settings.json assigns them to files. */
const FOLDER = '.vscode/schemas'

type JsonSchema = Record<string, unknown>

/** Returns the JSON schemas by their path below the folder, derived from those of the content check and the build. */
export function editorSchemas(sources: readonly Source[]): Record<string, JsonSchema> {
  const source = (path: string) => sources.find((each) => each.path === path)
  const pictures = factsOf(source('pictures.yaml')).map(({ name }) => name)
  const json = (schema: z.ZodType) => jsonSchema(schema, pictures)
  const single = Object.entries(fileSchemas).map(
    ([path, each]) => [path.replace('.yaml', '.json'), json(each)] as const,
  )
  const others = collections.flatMap(({ name, schema }) =>
    schema && name !== 'pages' && name !== 'forms' ? [[`${name}.json`, json(schema)] as const] : [],
  )
  return {
    ...Object.fromEntries([...single, ...others]),
    'page.json': json(composedPageSchema),
    'facts.json': factsSchema(factsOf(source('facts.yaml')).map(({ name }) => name)),
    'company.json': factsSchema([...factsOf(source('company.yaml')).map(({ name }) => name), ...Object.keys(NEEDED)]),
  }
}

/** Writes the schemas, with which editors complete keys and values and underline mistakes. */
export function writeEditorSchemas(sources: readonly Source[]): void {
  for (const [name, schema] of Object.entries(editorSchemas(sources))) {
    mkdirSync(dirname(join(FOLDER, name)), { recursive: true })
    writeFileSync(join(FOLDER, name), `${JSON.stringify(schema, null, 2)}\n`)
  }
}

function jsonSchema(schema: z.ZodType, pictures: readonly string[]): JsonSchema {
  return z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema: written, path }) {
      if (zodSchema instanceof z.ZodPipe && zodSchema.def.out instanceof z.ZodDate)
        Object.assign(written, { type: 'string', format: 'date' })
      if (path.at(-1) === 'image') written.enum = [...pictures]
    },
  })
}

/** Returns the schema of a file of names and values; unknown names are allowed. */
function factsSchema(names: readonly string[]): JsonSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: Object.fromEntries([...new Set(names)].map((name) => [name, factSchema(name)])),
    additionalProperties: { type: ['string', 'number'] },
  }
}

function factSchema(name: string): JsonSchema {
  const rule = ruleOf(name)
  const called = NEEDED[name]
  const description = [called && `${capital(called)}.`, rule && descriptionOf(rule)]
  return {
    type: ['string', 'number'],
    description: description.filter(Boolean).join(' '),
    ...(rule?.kind === 'vatRegime' && { enum: ['', ...Object.keys(VAT)] }),
  }
}
