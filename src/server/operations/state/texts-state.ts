import { fileURLToPath } from 'node:url'
import { sentence } from '../../../check/finding.ts'
import { incompleteTexts } from '../../../check/rules/check-needed.ts'
import { CONTENT } from '../../../copy/facts/read-values.ts'
import { type Diagnosis, fail, pass } from '../diagnosis.ts'

/** Returns a sentence for each incomplete text of a response or an e-mail. */
export function missingTexts(folder = fileURLToPath(CONTENT)): string[] {
  return incompleteTexts(folder).map(sentence)
}

/** Checks that texts of responses and e-mails are complete; without its button, a confirmation e-mail is useless. */
export function textsState(): Diagnosis {
  const missing = missingTexts()
  const [first] = missing
  if (first === undefined) return pass('Réponses et e-mails ont tous leurs mots.')
  const more = missing.length === 1 ? '' : ` Et ${missing.length - 1} de plus.`
  const remedy = '« npm run check:content » les nomme tous ; corrigez, puis construisez le site à nouveau.'
  return fail(`${first}${more}`, remedy)
}
