import { typographic } from '../copy/markdown/typography.ts'
import { pass, SIGNS, withRemedy } from '../server/operations/diagnosis.ts'
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
    const parts = [...stateOf(context).parts, ...(await checkPublicName(context))]
    const diagnoses = [
      pass(`Node ${process.versions.node}.`),
      checkBuild(context),
      // What the running site knows of itself too.
      ...parts.map((part) => ({ status: part.status, sentence: `${part.title} : ${withRemedy(part)}` })),
      ...(await checkMail(context.config.mail)),
      checkHeartbeat(context),
      ...checkFiles(context),
    ]
    for (const { status, sentence } of diagnoses) context.terminal.print(`${SIGNS[status]} ${typographic(sentence)}`)
    return diagnoses.some(({ status }) => status === 'fail') ? 1 : 0
  },
}
