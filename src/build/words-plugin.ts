import { fileURLToPath } from 'node:url'
import { normalizePath, type Plugin } from 'vite'
import { readWords, wordFiles } from '../copy/words/read-words.ts'

const MODULE = normalizePath(fileURLToPath(new URL('../copy/words/words.ts', import.meta.url)))

/**
 * Puts the words of src/content in place of src/copy/words/words.ts, in built pages and scripts alike, so that browsers get the
 * words and not the code that reads them. In development a change of a file makes Vite load the module anew.
 */
export function wordsPlugin(): Plugin {
  return {
    name: 'hera:words',
    load(id) {
      if (id !== MODULE) return undefined
      for (const file of wordFiles()) this.addWatchFile(file)
      const exports = Object.entries(readWords())
      return exports.map(([name, words]) => `export const ${name} = ${JSON.stringify(words)}`).join('\n')
    },
  }
}
