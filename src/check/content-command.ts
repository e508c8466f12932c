import { checkContent } from './check-content.ts'
import { writeGuide } from './check-guide.ts'
import { sentence } from './finding.ts'
import { readSources } from './sources.ts'
import { checkVoice } from './voice.ts'

const [folder = 'src/content'] = process.argv.slice(2).filter((argument) => !argument.startsWith('-'))
if (process.argv.includes('--guide')) writeGuide(folder)
const findings = checkContent(folder)
for (const finding of findings) console.log(sentence(finding))
console.log(
  findings.length === 0
    ? 'Les textes sont en ordre.'
    : `\n${findings.length} ${findings.length === 1 ? 'point' : 'points'} à corriger.`,
)
if (findings.length === 0)
  for (const advice of checkVoice(readSources(folder))) console.log(`À relire à voix haute – ${sentence(advice)}`)
process.exitCode = findings.length === 0 ? 0 : 1
