import { fileURLToPath } from 'node:url'
import { normalizePath, type Plugin } from 'vite'
import { readWords } from '../copy/words/read-words.ts'

const MODULE = normalizePath(fileURLToPath(new URL('../copy/words/words.ts', import.meta.url)))

/**
 * Replaces src/copy/words/words.ts by the words and facts of src/content, in pages and scripts, so that browsers get
 * the words without the code that reads them. In development Vite reloads the module when a text changes.
 */
export function wordsPlugin(): Plugin {
  return {
    name: 'hera:words',
    load(id) {
      if (id !== MODULE) return undefined
      const exports = Object.entries(readWords())
      return exports.map(([name, words]) => `export const ${name} = ${JSON.stringify(words)}`).join('\n')
    },
    // In place of `addWatchFile`, which only reloads the module in the browser, not on the server.
    hotUpdate({ file, modules }) {
      const words = this.environment.moduleGraph.getModuleById(MODULE)
      return words && file.includes('/src/content/') ? [...modules, words] : undefined
    },
  }
}
