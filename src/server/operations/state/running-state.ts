import type { PublicName } from '../public-name.ts'
import type { Part } from './part.ts'

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

const PART = { name: 'running', title: 'Serveur' } as const

/** Whether visitors meet failures that the other parts do not show. */
export function runningState({ writesFail, buildIsWhole }: Pick<Running, 'writesFail' | 'buildIsWhole'>): Part {
  if (!buildIsWhole)
    return {
      ...PART,
      status: 'fail',
      sentence: 'Les fichiers du site ont été remplacés pendant qu’il tourne : des pages peuvent manquer.',
      remedy: 'Redémarrez le serveur.',
    }
  if (writesFail)
    return {
      ...PART,
      status: 'fail',
      sentence: 'Un envoi n’a pas pu être enregistré dans la dernière minute.',
      remedy: 'Regardez la place qui reste sur le disque, et quel programme tient la base.',
    }
  return { ...PART, status: 'pass', sentence: 'Les envois s’enregistrent.' }
}
