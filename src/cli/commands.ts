import { backup } from './backup.ts'
import type { Commands } from './command.ts'
import { desk } from './desk.ts'
import { doctor } from './doctor.ts'
import { erase } from './erase.ts'
import { exportCommand } from './export.ts'
import { mail } from './mail.ts'
import { person } from './person.ts'
import { purgeCommand } from './purge.ts'
import { restoreCommand } from './restore.ts'

/** Every command by name, in the order of the general help: the most used first. */
export const commands: Commands = {
  desk,
  doctor,
  backup,
  restore: restoreCommand,
  export: exportCommand,
  person,
  erase,
  purge: purgeCommand,
  mail,
}
