import { missingWord } from '../copy/words/plain-words.ts'
import { interfaceWords } from '../copy/words/words.ts'
import { forms } from '../forms/index.ts'

/** A sentence for each word of a form or of the interface that the server would answer with and cannot find. */
export function missingWords(): string[] {
  const inForms = Object.values(forms).flatMap(({ name, missing }) =>
    missing.map((key) => ({ file: `forms/${name}.yaml`, key })),
  )
  const inInterface = Object.entries(interfaceWords).flatMap(([group, words]) =>
    Object.entries(words)
      .filter(([name, word]) => word === missingWord('interface.yaml', [group, name]))
      .map(([name]) => ({ file: 'interface.yaml', key: `${group}.${name}` })),
  )
  return [...inForms, ...inInterface].map(({ file, key }) => `src/content/${file} : « ${key} » manque.`)
}
