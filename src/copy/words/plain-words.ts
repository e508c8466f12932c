/** Texts by key and named groups of texts, as in a YAML file of src/content. */
export interface Words {
  readonly [key: string]: string | Words | undefined
}

/** Returns the text at a path of keys; undefined if it is missing, empty or a group. */
export function wordAt(words: Words, path: readonly string[]): string | undefined {
  let at: string | Words | undefined = words
  for (const key of path) at = typeof at === 'object' && Object.hasOwn(at, key) ? at[key] : undefined
  return typeof at === 'string' && at !== '' ? at : undefined
}

/** Returns the replacement of a missing text: where to write it. The content check stops a build with one. */
export function missingWord(file: string, path: readonly string[]): string {
  return `[${file} : ${path.join('.')}]`
}

/** Fills the given {{ placeholders }} in a text of the interface; others stay unchanged. */
export function fillIn(word: string, names: Readonly<Record<string, string | number>>): string {
  return word.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) =>
    Object.hasOwn(names, name) ? String(names[name]) : whole,
  )
}
