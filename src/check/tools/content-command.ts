import { checkSite } from '../check-content.ts'
import { printFindings } from '../finding.ts'

const findings = await checkSite(process.argv[2])
const broken = findings.filter(({ breaks }) => breaks)
printFindings('', broken)
console.log(broken.length === 0 ? 'Les textes sont en ordre.' : `\nÀ corriger : ${broken.length}.`)
printFindings(
  '\nÀ regarder, sans que rien s’arrête :',
  findings.filter(({ breaks }) => !breaks),
)
process.exitCode = broken.length === 0 ? 0 : 1
