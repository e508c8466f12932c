import type { Database } from '../../database/database.ts'
import { keyPath } from '../../people/email-hash.ts'
import { type KeyStanding, keyStanding } from '../../people/hash-key.ts'
import { type Diagnosis, fail, pass } from '../diagnosis.ts'

const FAULTS: Readonly<Record<Exclude<KeyStanding, 'own' | 'unreadable'>, string>> = {
  other: 'Ce n’est pas celle avec laquelle la base a été écrite',
  missing: 'Elle manque à côté de la base',
  damaged: 'Son fichier est endommagé',
}

/**
 * Checks that the key beside the database is the one its hashes were made with; returns undefined if the
 * database does not know its key yet.
 */
export function keyState(db: Database, databasePath: string): Diagnosis | undefined {
  const standing = keyStanding(db, databasePath)
  if (standing === undefined) return undefined
  if (standing === 'own') return pass('C’est celle de la base.')
  if (standing === 'unreadable')
    return fail(
      'Ce compte ne peut pas la lire.',
      `Donnez-la au compte du service : chown hera:hera ${keyPath(databasePath)}`,
    )
  return fail(
    `${FAULTS[standing]} : les oppositions sont inconnues, aucune lettre ne part, et les liens déjà envoyés ne servent plus.`,
    `Remettez ${keyPath(databasePath)}, gardée à côté de chaque sauvegarde, puis redémarrez. Perdue pour de bon : hera object --new-key`,
  )
}
