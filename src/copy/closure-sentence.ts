import type { closuresFrom } from './facts/opening.ts'
import { fillIn } from './words/plain-words.ts'
import { interfaceWords } from './words/words.ts'

const weekday = new Intl.DateTimeFormat('fr-FR', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })

/** Says when the house is closed, why, and from which day it answers again. */
export function closureSentence({ from, to, reason, back }: ReturnType<typeof closuresFrom>[number]): string {
  const { jours, jour } = interfaceWords.fermeture
  const words = (day: string) => weekday.format(new Date(day)).replace(' 1 ', ' 1er ')
  return fillIn(from === to ? jour : jours, {
    debut: words(from),
    fin: words(to),
    motif: reason,
    retour: words(back),
  })
}
