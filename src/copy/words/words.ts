import { readWords } from './read-words.ts'

/**
 * Texts of the forms and of the interface, and the facts of src/copy/facts/facts.ts. Node reads their files once, when
 * it loads this module. Vite replaces it by the values (src/build/words-plugin.ts), because browsers cannot read files.
 */
export const { formWords, interfaceWords, company, values, contactEmail } = readWords()
