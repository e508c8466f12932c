import { dayInParis } from '../../forms/calendar.ts'
import { printFindings } from '../finding.ts'
import { launchList } from './launch-list.ts'

const { blocking, advisory } = launchList(process.argv[2] ?? 'src/content', dayInParis(new Date()))
printFindings('Bloquant : sans cela, la construction d’un site public est refusée.', blocking)
printFindings('\nÀ régler avant l’ouverture, sans bloquer :', advisory)
console.log(blocking.length === 0 ? '\nRien ne s’oppose à la publication.' : `\nPoints bloquants : ${blocking.length}.`)
process.exitCode = blocking.length === 0 ? 0 : 1
