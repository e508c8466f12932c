import { hash, randomBytes } from 'node:crypto'

/** Returns a number of unpredictable random bytes. */
export type Random = (bytes: number) => Buffer
export const systemRandom: Random = randomBytes

const TOKEN_BYTES = 24
/** Characters of a token: 24 bytes in base64url. */
export const TOKEN_LENGTH = 32
/** Matches the token of a link. */
export const TOKEN = new RegExp(`^[\\w-]{${TOKEN_LENGTH}}$`)

/** Returns the token of a link without a bracket, dot or space that was copied after it. */
export function linkToken(typed = ''): string {
  return typed.replace(/[^\w-]+$/, '')
}

/** Returns a new token of a link or session: 192 random bits as 32 characters. */
export function newToken(random: Random): string {
  return random(TOKEN_BYTES).toString('base64url')
}

/** Returns the SHA-256 of a token, 64 characters, which the database stores instead of the token. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex')
}
