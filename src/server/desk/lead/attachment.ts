import type { AnswerFile } from '../../leads/thread.ts'

/** Maximum size of a file of an answer, in bytes (also a CHECK of the column). */
export const FILE_MAX = 5 * 1024 * 1024
export const TOO_LARGE = 'Le fichier dépasse 5 Mo : réduisez-le, puis joignez-le de nouveau.'
/** What the file input accepts. */
export const ACCEPTED = '.pdf,.jpg,.jpeg,.png'

/** Types by their first bytes; the file itself is never decoded. */
const SIGNATURES: readonly (readonly [type: string, extension: string, bytes: readonly number[]])[] = [
  ['application/pdf', 'pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['image/jpeg', 'jpg', [0xff, 0xd8, 0xff]],
  ['image/png', 'png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
]

/** Reads the file that goes with an answer; undefined if none was chosen; a French sentence if it may not go. */
export async function readAttachment(value: unknown): Promise<AnswerFile | string | undefined> {
  // Without a choice, browsers send an empty file without a name.
  if (!(value instanceof Blob) || (value.size === 0 && !nameOf(value))) return undefined
  if (value.size === 0) return 'Ce fichier est vide : joignez-en un autre.'
  if (value.size > FILE_MAX) return TOO_LARGE
  const bytes = Buffer.from(await value.arrayBuffer())
  const known = SIGNATURES.find(([, , start]) => start.every((byte, index) => bytes[index] === byte))
  if (!known) return 'Ce fichier n’est ni un PDF, ni une image JPEG ou PNG : joignez-en un autre.'
  const [type, extension] = known
  return { name: fileName(nameOf(value), extension), type, bytes }
}

function nameOf(file: Blob): string {
  return 'name' in file ? String(file.name) : ''
}

/** Returns a name that is safe in a header, with the extension of its content. */
function fileName(name: string, extension: string): string {
  const stem = name
    .normalize('NFC')
    .replace(/^.*[\\/]/s, '')
    .replace(/\.[^.]*$/, '')
    .replace(/[^\p{L}\p{N} ._-]/gu, '')
    .trim()
    .slice(0, 80)
  return `${stem || 'fichier'}.${extension}`
}
