import { backup } from './backup.ts'
import type { Commands } from './command.ts'
import { createCompletion } from './completion.ts'
import { correct } from './correct.ts'
import { desk } from './desk.ts'
import { doctor } from './doctor.ts'
import { erase } from './erase.ts'
import { exportCommand } from './export.ts'
import { install } from './install.ts'
import { keep } from './keep.ts'
import { list } from './list.ts'
import { mail } from './mail.ts'
import { object } from './object.ts'
import { offsite } from './offsite.ts'
import { person } from './person.ts'
import { purgeCommand } from './purge.ts'
import { report } from './report.ts'
import { restoreCommand } from './restore.ts'
import { rollbackCommand } from './rollback.ts'
import { search } from './search.ts'
import { show } from './show.ts'
import { spam } from './spam.ts'
import { stats } from './stats.ts'
import { upgradeCommand } from './upgrade.ts'

/** Every command by name, in the order of the general help: the most used first. */
export const commands: Commands = {
  desk,
  list,
  show,
  search,
  stats,
  export: exportCommand,
  report,
  person,
  correct,
  erase,
  object,
  keep,
  purge: purgeCommand,
  spam,
  mail,
  backup,
  restore: restoreCommand,
  offsite,
  doctor,
  install,
  upgrade: upgradeCommand,
  rollback: rollbackCommand,
  completion: createCompletion(() => commands),
}
