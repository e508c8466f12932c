import { typographic } from '../../../copy/markdown/typography.ts'
import type { Diagnosis } from '../diagnosis.ts'

/** Name of each part, shown to people. */
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
  texts: 'Textes',
  age: 'Version',
  launch: 'Ouverture',
} as const

export type PartName = keyof typeof TITLES

/** State of one part of the installation. Its sentence is also for the owner, so it names no command. */
export interface Part extends Diagnosis {
  name: PartName
  /** Displayed name, in French. */
  title: string
}

/** Creates a part, with French typography. */
export function toPart(name: PartName, { status, sentence, remedy }: Diagnosis): Part {
  return {
    ...{ name, title: TITLES[name], status, sentence: typographic(sentence) },
    ...(remedy && { remedy: typographic(remedy) }),
  }
}
