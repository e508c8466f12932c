import { typographic } from '../../../copy/markdown/typography.ts'

/** 'fail' requires action by a person, 'warn' is informative, 'pass' is fine. */
export type Status = 'pass' | 'warn' | 'fail'

/** Result of one check by the server or `hera doctor`. */
export interface Diagnosis {
  status: Status
  /** The finding, in French. */
  sentence: string
  /** What the operator should do, in French; may name a command or a variable. Undefined if all is well. */
  remedy?: string | undefined
}

export function pass(sentence: string): Diagnosis {
  return { status: 'pass', sentence }
}

export function warn(sentence: string, remedy?: string): Diagnosis {
  return { status: 'warn', sentence, remedy }
}

export function fail(sentence: string, remedy?: string): Diagnosis {
  return { status: 'fail', sentence, remedy }
}

/** Names of the parts, in display order. */
const TITLES = {
  database: 'Base de données',
  key: 'Clé des empreintes',
  mail: 'E-mails',
  'house-address': 'Vos adresses',
  mailbox: 'Boîte de réception',
  backup: 'Sauvegarde',
  purge: 'Durées de conservation',
  clock: 'Horloge',
  disk: 'Disque',
  running: 'Serveur',
  age: 'Version',
  launch: 'Ouverture',
} as const

export type PartName = keyof typeof TITLES
export type Parts = Partial<Record<PartName, Diagnosis | undefined>>

/** State of one part of the installation. Its sentence is also for the owner, so it names no command. */
export interface Part extends Diagnosis {
  name: PartName
  /** Displayed name, in French. */
  title: string
}

/** Returns the parts that were checked, with French typography. */
export function toParts(found: Parts): Part[] {
  return (Object.entries(TITLES) as [PartName, string][]).flatMap(([name, title]) => {
    const { status, sentence, remedy } = found[name] ?? {}
    if (!status || !sentence) return []
    return [{ name, title, status, sentence: typographic(sentence), ...(remedy && { remedy: typographic(remedy) }) }]
  })
}
