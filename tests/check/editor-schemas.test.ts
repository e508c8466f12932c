import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readSources } from '../../src/check/reading/sources.ts'
import { editorSchemas } from '../../src/check/tools/editor-schemas.ts'
import { contentFolder } from './content-folder.ts'

const content = contentFolder()

const schemas = () => editorSchemas(readSources(content.folder))

describe('JSON schemas for editors', () => {
  it('list the keys of a file, the required ones and French descriptions', () => {
    expect(schemas()['models.json']).toMatchObject({
      required: expect.arrayContaining(['name', 'text', 'image']),
      properties: { name: { type: 'string', description: 'Nom du modèle.' } },
      additionalProperties: false,
    })
  })

  it('list the sections of a page', () => {
    expect(schemas()['pages/faq.json']).toMatchObject({
      properties: { sections: { required: ['hero', 'suite'], additionalProperties: false } },
    })
  })

  it('list the names of the existing pictures', () => {
    content.write('pictures.yaml', `${content.read('pictures.yaml')}\nphoto:\n  alt: "Un tapis"\n`)
    expect(schemas()['models.json']).toMatchObject({
      properties: { image: { enum: expect.arrayContaining(['photo', 'hero']) } },
    })
  })

  it('give the format of a date and the rule of a fact', () => {
    expect(schemas()['exhibitions.json']).toMatchObject({ properties: { start: { type: 'string', format: 'date' } } })
    expect(schemas()['facts.json']).toMatchObject({
      properties: { delai_retractation: { description: expect.stringMatching(/Au moins 14 jours .*L\. 221-18/) } },
    })
    expect(schemas()['company.json']).toMatchObject({
      properties: {
        regime_tva: { enum: ['', 'assujetti', 'franchise'] },
        siren: { description: expect.stringMatching(/SIREN/) },
      },
    })
  })
})

it('.vscode/settings.json names a schema for every kind of YAML file', () => {
  const { 'yaml.schemas': named } = JSON.parse(readFileSync('.vscode/settings.json', 'utf8'))
  const yaml = Object.keys(schemas()).filter(
    (name) => !['legal.json', 'faq.json', 'page.json', 'reponses.json'].includes(name),
  )
  expect(Object.keys(named).sort()).toEqual(yaml.map((name) => `.vscode/schemas/${name}`).sort())
})
