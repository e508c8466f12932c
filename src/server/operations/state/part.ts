import { typographic } from '../../../copy/markdown/typography.ts'
import type { Diagnosis } from '../diagnosis.ts'

/** What is looked at, with its name for people. */
const TITLES = {
  database: 'Base de données',
  key: 'Clé des empreintes',
  mail: 'E-mails',
  'house-address': 'Vos adresses',
  backup: 'Sauvegarde',
  offsite: 'Copies ailleurs',
  purge: 'Durées de conservation',
  clock: 'Horloge',
  disk: 'Disque',
  running: 'Serveur',
  public: 'Adresse publique',
  texts: 'Textes',
  age: 'Version',
  launch: 'Ouverture',
} as const

export type PartName = keyof typeof TITLES

/** How one part of the installation is. Its sentence is for the owner too, so that it names no command. */
export interface Part extends Diagnosis {
  name: PartName
  /** The name for people, in French. */
  title: string
}

/** A part with French typography. */
export function toPart(name: PartName, { status, sentence, remedy }: Diagnosis): Part {
  return {
    ...{ name, title: TITLES[name], status, sentence: typographic(sentence) },
    ...(remedy && { remedy: typographic(remedy) }),
  }
}
