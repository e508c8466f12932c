import { CONTENT, checkContent } from '../check-content.ts'
import { sentence } from '../finding.ts'
import { readSources } from '../reading/sources.ts'
import { checkVoice } from '../rules/check-voice.ts'
import { writeEditorSchemas } from './editor-schemas.ts'
import { fixTexts } from './fix-texts.ts'
import { writeGuide } from './write-guide.ts'

const [folder = CONTENT] = process.argv.slice(2).filter((argument) => !argument.startsWith('-'))
if (process.argv.includes('--fix')) await fix()
const findings = await checkContent(folder)
// From texts that cannot be read, neither can be written.
if (folder === CONTENT && !findings.some(({ breaks }) => breaks)) {
  writeEditorSchemas(readSources(folder))
  writeGuide(folder)
}
for (const finding of findings) console.log(sentence(finding))
console.log(
  findings.length === 0
    ? 'Les textes sont en ordre.'
    : `\n${findings.length} ${findings.length === 1 ? 'point' : 'points'} à corriger.`,
)
if (findings.length === 0)
  for (const advice of checkVoice(readSources(folder))) console.log(`À relire à voix haute – ${sentence(advice)}`)
process.exitCode = findings.length === 0 ? 0 : 1

/** Fixes all findings with only one solution, and prints each line before and after. */
async function fix(): Promise<void> {
  const fixed = fixTexts(await checkContent(folder))
  for (const { file, line, before, after } of fixed)
    console.log(`${file}:${line} : corrigé.\n  - ${before.trim()}\n  + ${after.trim()}`)
  console.log(fixed.length === 0 ? 'Rien à corriger tout seul.\n' : '')
}
