import { checkContent } from './check-content.ts'
import { sentence } from './finding.ts'

const findings = checkContent(process.argv[2])
for (const finding of findings) console.log(sentence(finding))
console.log(
  findings.length === 0
    ? 'Les textes sont en ordre.'
    : `\n${findings.length} ${findings.length === 1 ? 'point' : 'points'} à corriger.`,
)
process.exitCode = findings.length === 0 ? 0 : 1
