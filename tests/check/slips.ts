import type { FurtherMistake } from './further-mistakes.ts'

const END = /\s*$/
const fact = (name: string, written: string, says: string): FurtherMistake => {
  const [key = ''] = written.split(':')
  return { name, file: 'facts.yaml', from: new RegExp(`^${key}: .*$`, 'm'), to: written, says }
}
const answer = (name: string, text: string, says: string): FurtherMistake => ({
  name,
  file: 'faq/retour.md',
  from: END,
  to: `\n\n${text}\n`,
  says,
})
const title = (name: string, written: string, says: string): FurtherMistake => ({
  name,
  file: 'pages/contact.yaml',
  from: /^ {4}title: .*$/m,
  to: `    title: ${written}`,
  says,
})

/** Mistakes that read well: values of the right kind that nobody can mean, signs that a word processor leaves, quotes of YAML. */
export const SLIPS: readonly FurtherMistake[] = [
  answer(
    'forgets the second star of italics',
    'Le *matelassage se voit.',
    'cet italique n’est pas fermé. Écrivez *mot en italique*, les étoiles contre les mots.',
  ),
  answer(
    'loses the full stop of a paragraph',
    'Le tapis voyage plié, *la doublure vers le haut*, dans une boîte brune',
    'ce paragraphe finit sans ponctuation. Mettez un point à la fin.',
  ),
  answer(
    'loses the full stop of a paragraph that opens in bold',
    '**La doublure** se tourne vers le haut, puis le tapis se plie en deux',
    'ce paragraphe finit sans ponctuation. Mettez un point à la fin.',
  ),
  answer(
    'loses the full stop after a value',
    'La réponse part de l’atelier, en général sous {{ delai_reponse }}',
    'ce paragraphe finit sans ponctuation. Mettez un point à la fin.',
  ),
  answer(
    'writes a link the wrong way round',
    'Voir (le devis)[/devis].',
    'ce lien est écrit à l’envers. Les mots d’abord, entre crochets : [texte](/contact).',
  ),
  answer(
    'cuts the address of a link by a space',
    'Voir [la fédération](https://www.ffe .com).',
    'une espace coupe l’adresse de ce lien. Retirez-la : [texte](https://www.exemple.fr/).',
  ),
  answer(
    'says of a link only where to click',
    'Pour un devis, [cliquez ici](/devis).',
    'ce lien ne dit pas où il mène. Écrivez ce que l’on y trouve : [demander un devis](/devis).',
  ),
  answer(
    'pastes a short code of WordPress',
    '[gallery ids=1,2]',
    'un code court de WordPress se lirait tel quel. Retirez-le : une image s’appelle par son nom, une vidéo par un lien.',
  ),
  answer(
    'calls a note that is not written',
    'Un tapis[^1].',
    'la note « [^1] » n’est écrite nulle part. Écrivez-la sur une ligne à part : [^1]: La note.',
  ),
  answer(
    'puts a cell too many into a row',
    '| Tapis | Bonnet |\n|---|---|\n| a | b | c |',
    'cette ligne a plus de cases que la tête du tableau : la dernière ne paraîtrait pas. Retirez une barre, ou ajoutez une colonne à la tête et à la ligne de tirets.',
  ),
  answer(
    'leaves a tag open',
    '<strong>Oui.',
    '« <strong> » n’est pas fermé : tout ce qui suit prendrait son allure. Ajoutez </strong> après les mots, ou écrivez en Markdown.',
  ),
  answer(
    'types two hyphens for a dash',
    'Un tapis -- léger.',
    'deux traits d’union à la suite. Écrivez un tiret entre deux espaces (« – »), ou une virgule.',
  ),
  answer('types a word twice', 'Vous vous plaisez avec le le tapis.', 'un mot écrit deux fois. Gardez-en un.'),
  title(
    'opens no quote',
    'Écrivez-nous"',
    'il manque le guillemet droit qui ouvre ce texte. Ouvrez-le : title: "Le tapis".',
  ),
  fact(
    'closes before it opens',
    'horaires_semaine: 18 h 00 – 9 h 00',
    'horaires_semaine : « 18 h 00 – 9 h 00 » : la maison fermerait avant d’ouvrir. Écrivez l’ouverture d’abord.',
  ),
  {
    name: 'puts italics where none are shown',
    file: 'models/elegance.yaml',
    from: /^label: .*$/m,
    to: 'label: "Voir *la fiche*"',
    says: 'cette étoile se lirait telle quelle : ici, ni gras ni italique. Écrivez les mots seuls.',
  },
  answer(
    'pastes a paragraph of Word',
    '<p class="MsoNormal">Oui.</p>',
    '« class="MsoNormal" » ne veut rien dire ici ; elle vient sans doute d’un traitement de texte. Retirez la balise : collez sans la mise en forme (Ctrl + Maj + V).',
  ),
  answer(
    'pastes an empty tag of Word',
    'Oui.<o:p></o:p>',
    '« <o:p> » vient d’un traitement de texte. Retirez-le : collez sans la mise en forme (Ctrl + Maj + V).',
  ),
  answer(
    'pastes a remark of Word',
    'Oui.<!--[if gte mso 9]><![endif]-->',
    '« <!--[if gte mso 9]>< » vient d’un traitement de texte. Retirez-le : collez sans la mise en forme (Ctrl + Maj + V).',
  ),
  fact(
    'lets refunds take longer than the law allows',
    'delai_remboursement: 20 à 30 jours',
    'delai_remboursement : c’est plus long que le plafond de la loi. Écrivez 14 jours au plus.',
  ),
  fact(
    'gives a range for a period of the law',
    'delai_retractation: 20 à 30 jours',
    'delai_retractation : « 20 à 30 jours » : un délai que la loi fixe est un seul nombre. Écrivez 14 jours (code de la consommation, L. 221-18).',
  ),
  fact(
    'writes the longer of two durations first',
    'delai_fabrication: 6 à 4 semaines',
    'delai_fabrication : « 6 à 4 semaines » commence par le plus long. Écrivez le plus court d’abord.',
  ),
  fact('forgets an s', 'delai_retour: 30 jour', 'delai_retour : « 30 jour » n’est pas accordé. Écrivez 30 jours.'),
  fact(
    'forgets the s of weeks',
    'delai_fabrication: 5 semaine',
    'delai_fabrication : « 5 semaine » n’est pas accordé. Écrivez 5 semaines.',
  ),
  fact(
    'adds an s to one month’s day',
    'delai_renvoi: 15 jours ouvré',
    'delai_renvoi : « 15 jours ouvré » n’est pas accordé. Écrivez 15 jours ouvrés.',
  ),
  {
    name: 'writes a word for a price',
    file: 'products/tapis.yaml',
    from: /^ {2}price: .*$/m,
    to: '  price: "abordable"',
    says: '« price » ne convient pas. Écrivez prix_tapis: 180 € dans facts.yaml, et ici "{{ prix_tapis }}", seul ou dans une phrase.',
  },
  {
    name: 'writes a figure for a colour',
    file: 'products/tapis.yaml',
    from: /^ {2}color: .*$/m,
    to: '  color: "12"',
    says: '« color » ne convient pas. « Coloris » se dit en mots : écrivez-les, par exemple "crème, broderie brune".',
  },
  {
    name: 'writes an amount for the name of the house',
    file: 'company.yaml',
    from: /^nom: .*$/m,
    to: 'nom: 15 €',
    says: 'nom : « 15 € » n’est pas un nom en mots. Écrivez par exemple Sellerie de l’Exemple.',
  },
  {
    name: 'writes a name for an account, whose link would be missing',
    file: 'company.yaml',
    from: /^instagram: .*$/m,
    to: 'instagram: "@hera"',
    says: 'instagram : « @hera » n’est pas l’adresse d’un compte. Écrivez par exemple https://www.instagram.com/exemple.',
  },
  fact(
    'makes a series of no pads',
    'tapis_en_production: 0',
    'tapis_en_production : « 0 » ne peut pas être ce que vous vouliez dire. Écrivez de 1 à 100 000.',
  ),
  fact(
    'weighs ninety kilos',
    'poids_bonnet: 90 kg',
    'poids_bonnet : « 90 kg » ne peut pas être ce que vous vouliez dire. Écrivez de 1 g à 10 kg.',
  ),
  fact(
    'adds two zeros to a fee',
    'frais_union_europeenne: 3500 €',
    'frais_union_europeenne : « 3500 € » ne peut pas être ce que vous vouliez dire. Écrivez de 1 € à 500 €.',
  ),
  fact(
    'writes another month that is none',
    'fin_de_campagne: 2027-13-01',
    'fin_de_campagne : il n’y a pas de mois 13. Écrivez l’année, le mois de 01 à 12, puis le jour.',
  ),
  {
    name: 'writes the 31st of June',
    file: 'legal/shipping.md',
    from: /^updated: .*$/m,
    to: 'updated: 2026-06-31',
    says: '« updated » : le 31 juin 2026 n’existe pas. Écrivez 2026-06-30 au plus tard.',
  },
  {
    name: 'lets a text be updated before it was there',
    file: 'legal/shipping.md',
    from: /^updated: .*$/m,
    to: 'first_version: 2026-11-02\nupdated: 2026-11-01',
    says: 'la mise à jour précède la première version. Écrivez 2026-11-02 au plus tôt.',
  },
  answer(
    'shouts',
    'Un tapis TOUT NOUVEAU.',
    '« TOUT NOUVEAU » est en capitales : elles crient, et une voix de synthèse les épelle. Écrivez en minuscules ; la page donne son relief au texte.',
  ),
  answer(
    'shouts one word',
    'Un tapis SUPERBE.',
    '« SUPERBE » est en capitales : elles crient, et une voix de synthèse les épelle. Écrivez en minuscules ; la page donne son relief au texte.',
  ),
  answer(
    'links to an e-mail address without its domain',
    '[Écrire](mailto:contact)',
    '« mailto:contact » n’est pas une adresse e-mail complète. Écrivez mailto:{{ email }}, ou l’adresse entière : mailto:nom@exemple.fr.',
  ),
  answer(
    'links to a site without its ending',
    '[La FFE](https://ffe)',
    '« https://ffe » n’est pas une adresse complète. Écrivez-la comme le navigateur la montre : https://www.exemple.fr/.',
  ),
  answer(
    'links to a telephone by a name',
    '[Appeler](tel:atelier)',
    '« tel:atelier » n’est pas un numéro. Écrivez tel:+33123456789.',
  ),
  title(
    'puts French quotes around a text with a colon',
    '« Nous écrire : ici »',
    'ces guillemets se liraient sur la page : pour un fichier, seuls les droits entourent un texte. Écrivez title: "Le tapis", et « » dans le texte seulement.',
  ),
  title(
    'puts French quotes around a whole text',
    '« Nous écrire »',
    'ces guillemets se liraient sur la page : ils entourent tout le texte. Ici, seuls les guillemets droits entourent un texte : "Le tapis".',
  ),
  title(
    'puts straight quotes inside straight quotes',
    '"Écrire à "la maison" d’ici"',
    'un guillemet droit dans un texte entre guillemets droits. Gardez le premier et le dernier ; dans le texte, écrivez « et ».',
  ),
  answer(
    'leaves the line in the middle of two versions',
    'Oui.\n\n=======',
    'deux versions de ce passage attendent votre choix : une fusion est restée inachevée. Entre « <<<<<<< » et « >>>>>>> », gardez la bonne version, puis retirez l’autre et les trois lignes de signes.',
  ),
]
