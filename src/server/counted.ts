/** Returns a count with its noun; the French plural begins at 2. */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count > 1 ? several : one}`
}
