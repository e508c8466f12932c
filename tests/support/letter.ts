/** A valid letter. */
export const LETTER = {
  list: 'newsletter',
  subject: 'Le printemps à l’atelier',
  text: `Bonjour,

Le nid d’abeille de {{ nom }} est **revenu** : lisez [les questions](/faq#livraison).

![Tapis crème plié](elegance)

## Ce qui se prépare

- un tapis ;
- son bonnet.

À bientôt.

[Me désinscrire]({{ desinscription }})`,
  firstReaders: null as number | null,
  restOf: null as number | null,
}

/** The same without a picture of its own, because resizing one takes a while. */
export const PLAIN_LETTER = { ...LETTER, text: LETTER.text.replace('![Tapis crème plié](elegance)\n\n', '') }

/** The plain letter with other words, which make it another letter. */
export const otherLetter = (words: string) => ({ ...PLAIN_LETTER, text: PLAIN_LETTER.text.replace('Bonjour', words) })
