/** Largest photograph that is taken, in bytes: what a telephone makes at its best. */
export const PHOTO_MAX = 15 * 1024 * 1024
