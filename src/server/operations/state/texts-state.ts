import { fileURLToPath } from 'node:url'
import { sentence } from '../../../check/finding.ts'
import { incompleteTexts } from '../../../check/incomplete.ts'
import { CONTENT } from '../../../copy/facts/read-values.ts'
import { type Diagnosis, fail, pass } from '../diagnosis.ts'

/** A sentence for each text that the server would answer or write with and that is not whole. */
export function missingTexts(folder = fileURLToPath(CONTENT)): string[] {
  return incompleteTexts(folder).map(sentence)
}

/** Whether the words of answers and e-mails are all there: without its button, a confirmation confirms nobody. */
export function textsState(): Diagnosis {
  const missing = missingTexts()
  const [first] = missing
  if (first === undefined) return pass('Réponses et e-mails ont tous leurs mots.')
  const more = missing.length === 1 ? '' : ` Et ${missing.length - 1} de plus.`
  const remedy = '« npm run check:content » les nomme tous ; corrigez, puis construisez le site à nouveau.'
  return fail(`${first}${more}`, remedy)
}
