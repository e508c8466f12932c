import { readWords } from './read-words.ts'

/**
 * Texts of the forms and of the interface, and the e-mail address of the company. Node reads their files once when it
 * loads this module. In a Vite build, src/build/words-plugin.ts replaces this module by the values, because browsers
 * cannot read files.
 */
export const { formWords, interfaceWords, contactEmail } = readWords()
