import { readWords } from './read-words.ts'

/**
 * The words of the forms and of the interface. Node reads their files once, as it loads this module; in what Vite builds,
 * src/build/words-plugin.ts puts the values themselves in its place, because a browser has no files.
 */
export const { formWords, interfaceWords } = readWords()
