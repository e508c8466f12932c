import { dayInParis } from '../../forms/calendar.ts'
import { type Finding, sentence } from '../finding.ts'
import { launchList } from './launch-list.ts'

const { blocking, advisory } = launchList(process.argv[2] ?? 'src/content', dayInParis(new Date()))
print('Bloquant : sans cela, la construction d’un site public est refusée.', blocking)
print('À régler avant l’ouverture, sans bloquer :', advisory)
console.log(
  blocking.length === 0
    ? 'Rien ne s’oppose à la publication.'
    : `Le site ne peut pas encore être publié : ${blocking.length} ${blocking.length === 1 ? 'point bloquant' : 'points bloquants'}.`,
)
process.exitCode = blocking.length === 0 ? 0 : 1

function print(title: string, findings: readonly Finding[]): void {
  if (findings.length === 0) return
  console.log(`${title}\n${findings.map((finding) => `  ${sentence(finding)}`).join('\n')}\n`)
}
