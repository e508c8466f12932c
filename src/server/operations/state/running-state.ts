import { type Diagnosis, fail, pass } from '../diagnosis.ts'
import type { PublicName } from '../public-name.ts'

/** What only the running server knows of itself. */
export interface Running {
  /** A write failed within the last minute. */
  writesFail: boolean
  /** The files of the site are those that it was started with. */
  buildIsWhole: boolean
  /** The pages of the database were found damaged since the start. */
  isDamaged: boolean
  /** What was last met at the public name; undefined where nobody has looked. */
  publicName: PublicName | undefined
}

/** Whether visitors meet failures that the other parts do not show. */
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
