import { deskWriters } from './desk/desk-kinds.ts'
import type { Writers } from './mail/kinds.ts'
import { letterWriter } from './mail/letters/letter-kind.ts'
import { leadWriters, type WriterNeeds } from './mail/writers.ts'

/** Returns the writers of all kinds of e-mails. */
export function createWriters(needs: WriterNeeds): Writers {
  return { ...deskWriters(needs), ...leadWriters(needs), letter: letterWriter(needs) }
}
