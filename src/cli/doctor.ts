import { DatabaseError, isServed } from '../server/database/database.ts'
import type { Command, Context } from './command.ts'
import { checkCopies, checkDatabaseFile, checkDisk, checkMarks, checkOutbox } from './doctor-data.ts'
import { checkBuild, checkFacts, checkMail, checkNode } from './doctor-site.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

const SIGNS = { ok: '✓', warning: '!', problem: '✗' } as const

export const doctor: Command = {
  summary: 'Examine l’installation : base, droits, disque, e-mails, sauvegardes, mentions à compléter.',
  usage: '',
  words: 0,
  help: `✓ va bien, ! demande votre attention, ✗ est à réparer (le code de sortie est alors 1).

  npx hera doctor
  npx hera doctor | grep -v ✓`,
  async run(context) {
    const { terminal, config, clock } = context
    const findings = [
      checkNode(),
      ...checkBuild(config),
      ...checkFacts(config, clock()),
      ...(await checkMail(config)),
      ...checkData(context),
    ]
    for (const { level, text } of findings) terminal.print(`${SIGNS[level]} ${text}`)
    return findings.some(({ level }) => level === 'problem') ? 1 : 0
  },
}

/** What lies on the disk; when the database cannot be opened, that is all there is to say. */
function checkData(context: Context): Finding[] {
  const path = context.config.databasePath
  try {
    context.db()
  } catch (error) {
    if (error instanceof DatabaseError) return [problem(error.message)]
    throw error
  }
  return [
    ...checkDatabaseFile(context),
    checkDisk(path),
    isServed(path) ? ok('Le site tourne.') : warning('Le site ne tourne pas.'),
    ...checkOutbox(context),
    ...checkMarks(context),
    ...checkCopies(path, context.clock()),
  ]
}
