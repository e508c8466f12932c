import { formNamed } from '../../forms/index.ts'

/** What people call a list that letters go to. */
export function listTitle(list: string): string {
  return formNamed(list)?.houseTitle ?? list
}
