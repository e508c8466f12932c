/** A count with its noun; French has the plural from 2 on. */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count > 1 ? several : one}`
}
