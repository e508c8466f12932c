import { type Diagnosis, fail, pass } from '../diagnosis.ts'
import type { PublicName } from '../public-name.ts'

/** State that only the running server knows. */
export interface Running {
  /** True if a write failed within the last minute. */
  writesFail: boolean
  /** True if the files of the site were not replaced since the server started. */
  buildIsWhole: boolean
  /** True if damaged pages of the database were found since the start. */
  isDamaged: boolean
  /** Last result of the request to the public name; undefined before the first. */
  publicName: PublicName | undefined
}

/** Checks for failures that visitors see and the other parts do not show. */
export function runningState({ writesFail, buildIsWhole }: Running): Diagnosis {
  if (!buildIsWhole)
    return fail(
      'Les fichiers du site ont été remplacés pendant qu’il tourne : des pages peuvent manquer.',
      'Redémarrez le serveur.',
    )
  if (writesFail)
    return fail(
      'Un envoi n’a pas pu être enregistré dans la dernière minute.',
      'Regardez la place qui reste sur le disque, et quel programme tient la base.',
    )
  return pass('Les envois s’enregistrent.')
}
