import { checkContent } from '../check-content.ts'
import { type Finding, sentence } from '../finding.ts'

const findings = await checkContent(process.argv[2])
const [broken, warnings] = [true, false].map((breaks) => findings.filter((finding) => finding.breaks === breaks))
print(broken)
if (broken?.length === 0) console.log('Les textes sont en ordre.')
else console.log(`\n${broken?.length} ${broken?.length === 1 ? 'point' : 'points'} à corriger.`)
if (warnings?.length) console.log('\nÀ regarder, sans que rien s’arrête :')
print(warnings)
process.exitCode = broken?.length === 0 ? 0 : 1

function print(list: readonly Finding[] = []): void {
  for (const finding of list) console.log(sentence(finding))
}
