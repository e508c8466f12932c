/** Words by key, and groups of them by name, as a YAML file of the content holds them. */
export interface Words {
  readonly [key: string]: string | Words | undefined
}

/** The word at a path of keys; undefined where there is none, or where something else stands. */
export function wordAt(words: Words, path: readonly string[]): string | undefined {
  let at: string | Words | undefined = words
  for (const key of path) at = typeof at === 'object' && Object.hasOwn(at, key) ? at[key] : undefined
  return typeof at === 'string' && at !== '' ? at : undefined
}

/** What is shown in place of a word that is missing: where to write it. The check of the texts stops a build that would show it. */
export function missingWord(file: string, path: readonly string[]): string {
  return `[${file} : ${path.join('.')}]`
}

/** Fills the {{ names }} that the program knows in a word of the interface; others stay as they are. */
export function fillIn(word: string, names: Readonly<Record<string, string | number>>): string {
  return word.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) =>
    Object.hasOwn(names, name) ? String(names[name]) : whole,
  )
}
