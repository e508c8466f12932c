/** A valid letter. */
export const LETTER = `---
objet: Le printemps à l’atelier
---

Bonjour,

Le nid d’abeille de {{ nom }} est **revenu** : lisez [les questions](/faq#livraison).

![Tapis crème plié](elegance)

## Ce qui se prépare

- un tapis ;
- son bonnet.

À bientôt.

[Me désinscrire]({{ desinscription }})
`

/** The same without a picture of its own, because resizing one takes a while. */
export const PLAIN_LETTER = LETTER.replace('![Tapis crème plié](elegance)\n\n', '')
