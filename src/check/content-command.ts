import { checkContent } from './check-content.ts'
import { writeGuide } from './check-guide.ts'
import { sentence } from './finding.ts'

const [folder = 'src/content'] = process.argv.slice(2).filter((argument) => !argument.startsWith('-'))
if (process.argv.includes('--guide')) writeGuide(folder)
const findings = checkContent(folder)
for (const finding of findings) console.log(sentence(finding))
console.log(
  findings.length === 0
    ? 'Les textes sont en ordre.'
    : `\n${findings.length} ${findings.length === 1 ? 'point' : 'points'} à corriger.`,
)
process.exitCode = findings.length === 0 ? 0 : 1
