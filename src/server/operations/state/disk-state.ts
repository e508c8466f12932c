import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Diagnosis, fail, pass, warn } from '../diagnosis.ts'

const LOW_MB = 1000
const FULL_MB = 100
const BYTES_PER_MB = 1e6
const MB_PER_GB = 1000

/** Free megabytes for an unprivileged process on the disk of a file. Throws the system's error. */
export function freeMegabytes(path: string): number {
  const { bavail, bsize } = statfsSync(dirname(path))
  return Math.floor((bavail * bsize) / BYTES_PER_MB)
}

/** @param free megabytes */
export function diskState(free: number): Diagnosis {
  const room = free < MB_PER_GB ? `${free} Mo` : `${Math.floor(free / MB_PER_GB)} Go`
  const sentence = `${room} libres sur le disque de la base.`
  if (free >= LOW_MB) return pass(sentence)
  const remedy = 'Faites de la place : anciennes copies, anciennes versions, journaux.'
  return (free < FULL_MB ? fail : warn)(sentence, remedy)
}
