import { hash, randomBytes } from 'node:crypto'

/** Returns so many random bytes that cannot be predicted. */
export type Random = (bytes: number) => Buffer
export const systemRandom: Random = randomBytes

const TOKEN_BYTES = 24
/** Characters of a token: 24 bytes in base64url. */
export const TOKEN_LENGTH = 32
/** Matches the token of a link. */
export const TOKEN = new RegExp(`^[\\w-]{${TOKEN_LENGTH}}$`)

/** The token in the address of a link, without the bracket, the dot or the space that was copied behind it. */
export function linkToken(typed = ''): string {
  return typed.replace(/[^\w-]+$/, '')
}

/** The token of a new link or session: 192 random bits as 32 characters. */
export function newToken(random: Random): string {
  return random(TOKEN_BYTES).toString('base64url')
}

/** What the database keeps of a token: its SHA-256, 64 characters. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex')
}
