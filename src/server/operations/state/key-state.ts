import type { Database } from '../../database/database.ts'
import { keyPath } from '../../people/email-hash.ts'
import { type KeyStanding, keyStanding } from '../../people/hash-key.ts'
import type { Part } from './part.ts'

const FAULTS: Readonly<Record<Exclude<KeyStanding, 'own'>, string>> = {
  other: 'Ce n’est pas celle avec laquelle la base a été écrite',
  missing: 'Elle manque à côté de la base',
  damaged: 'Son fichier est endommagé',
}

/**
 * Whether the key beside the database is the one that its hashes were made with; no part where the database does not know
 * it yet.
 */
export function keyState(db: Database, databasePath: string): Part[] {
  const part = { name: 'key', title: 'Clé des empreintes' } as const
  const standing = keyStanding(db, databasePath)
  if (standing === undefined) return []
  if (standing === 'own') return [{ ...part, status: 'pass', sentence: 'C’est celle de la base.' }]
  const sentence = `${FAULTS[standing]} : les oppositions sont inconnues, aucune lettre ne part, et les liens déjà envoyés ne servent plus.`
  const remedy = `Remettez ${keyPath(databasePath)}, gardée à côté de chaque sauvegarde, puis redémarrez. Perdue pour de bon : hera object --new-key`
  return [{ ...part, status: 'fail', sentence, remedy }]
}
