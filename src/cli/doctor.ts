import { DatabaseError } from '../server/database/database.ts'
import { isServed } from '../server/database/serving-lock.ts'
import type { Command, Context } from './command.ts'
import { type Diagnosis, ok, problem, warning } from './diagnosis.ts'
import { checkCopies, checkDatabaseFiles, checkDisk, checkLastRuns, checkOutbox, checkSchema } from './doctor-data.ts'
import { checkBuild, checkFacts, checkMail, checkNode } from './doctor-site.ts'

const SIGNS = { ok: '✓', warning: '!', problem: '✗' } as const

export const doctor: Command = {
  summary: 'Examine l’installation : base, droits, disque, e-mails, sauvegardes, mentions à compléter.',
  usage: '',
  words: 0,
  help: `✓ va bien, ! demande votre attention, ✗ est à réparer (le code de sortie est alors 1).

  hera doctor
  hera doctor | grep -v ✓`,
  async run(context) {
    const { terminal, config, clock } = context
    const diagnoses = [
      checkNode(),
      ...checkBuild(config),
      ...checkFacts(config, clock()),
      ...(await checkMail(config)),
      ...checkData(context),
    ]
    for (const { level, text } of diagnoses) terminal.print(`${SIGNS[level]} ${text}`)
    return diagnoses.some(({ level }) => level === 'problem') ? 1 : 0
  },
}

/** Diagnoses of the database and its files; a database that cannot be opened is the only one. */
function checkData(context: Context): Diagnosis[] {
  const path = context.config.databasePath
  try {
    context.db()
  } catch (error) {
    if (error instanceof DatabaseError) return [problem(error.message)]
    throw error
  }
  return [
    ...checkDatabaseFiles(context),
    ...checkSchema(context),
    checkDisk(path),
    isServed(path) ? ok('Le site tourne.') : warning('Le site ne tourne pas.'),
    ...checkOutbox(context),
    ...checkLastRuns(context),
    ...checkCopies(path, context.clock()),
  ]
}
