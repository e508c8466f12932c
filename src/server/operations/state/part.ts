/** 'fail' needs a person, 'warn' is worth knowing, 'pass' is well. */
export type Status = 'pass' | 'warn' | 'fail'

/** What is looked at. */
export type PartName =
  | 'database'
  | 'key'
  | 'mail'
  | 'house-address'
  | 'backup'
  | 'offsite'
  | 'purge'
  | 'clock'
  | 'disk'
  | 'texts'
  | 'launch'
  | 'age'
  | 'running'
  | 'public'

/** How one part of the installation is. */
export interface Part {
  name: PartName
  /** The name for people, in French. */
  title: string
  status: Status
  /** What there is, in French; for the owner too, so that it names no command. */
  sentence: string
  /** What the operator does about it, in French; it may name a command or a variable. None where all is well. */
  remedy?: string
  /** The figure behind the sentence, where there is one. */
  observed?: { value: number; unit: 'messages' | 'hours' | 'rows' | 'megabytes' | 'points' | 'days' }
}

/** The worst status of several. */
export function worst(statuses: readonly Status[]): Status {
  return statuses.includes('fail') ? 'fail' : statuses.includes('warn') ? 'warn' : 'pass'
}
