import { typographic } from '../copy/markdown/typography.ts'
import { diagnosisOf, pass, SIGNS } from '../server/operations/diagnosis.ts'
import type { Command } from './command.ts'
import { checkFiles } from './doctor-data.ts'
import { checkBuild, checkHeartbeat, checkMail, checkPublicName } from './doctor-site.ts'
import { stateOf } from './installation.ts'

export const doctor: Command = {
  summary: 'Examine l’installation : base, droits, disque, horloge, e-mails, sauvegardes, mentions à compléter.',
  usage: '',
  words: 0,
  help: `✓ va bien, ! est bon à savoir, ✗ demande quelqu’un (le code de sortie est alors 1).

  hera doctor
  hera doctor | grep -v ✓`,
  async run(context) {
    const diagnoses = [
      pass(`Node ${process.versions.node}.`),
      checkBuild(context),
      // What the running site knows of itself too.
      ...stateOf(context).parts.map(diagnosisOf),
      ...(await checkPublicName(context)),
      ...(await checkMail(context.config.mail)),
      ...checkHeartbeat(context),
      ...checkFiles(context),
    ]
    for (const { status, text } of diagnoses) context.terminal.print(`${SIGNS[status]} ${typographic(text)}`)
    return diagnoses.some(({ status }) => status === 'fail') ? 1 : 0
  },
}
