import { lineOf } from './common-mistakes.ts'

/** A mistake, and the two sentences in which the check names it and says how to mend it. */
export interface FurtherMistake {
  name: string
  file: string
  /** What is replaced; without it `to` is the whole file. */
  from?: RegExp
  to: string
  says: string
}

const END = /\s*$/
const add = (name: string, file: string, text: string, says: string): FurtherMistake => ({
  name,
  file,
  from: END,
  to: `\n\n${text}\n`,
  says,
})

/** Mistakes in the words of forms, interface and e-mails, in pasted texts, and between files. */
export const FURTHER: readonly FurtherMistake[] = [
  {
    name: 'takes the label of a field away',
    file: 'forms/contact.yaml',
    from: /(?<=^ {2}name:\n) {4}label: .*\n/m,
    to: '',
    says: '« label » manque. À écrire : Nom du champ, sans astérisque.',
  },
  {
    name: 'empties the label of a field',
    file: 'forms/contact.yaml',
    from: /(?<=^ {2}name:\n) {4}label: .*$/m,
    to: '    label: ""',
    says: '« label » est vide. À écrire : Nom du champ, sans astérisque.',
  },
  {
    name: 'takes an option away',
    file: 'forms/contact.yaml',
    from: /^ {6}livraison: .*\n/m,
    to: '',
    says: '« livraison » manque. À écrire : Ce que lit qui choisit cette réponse.',
  },
  {
    name: 'renames an option',
    file: 'forms/contact.yaml',
    from: /^ {6}livraison: /m,
    to: '      livraisons: ',
    says: '« livraisons » n’est pas une clé de cet endroit. Le nom le plus proche est « livraison » ; clés possibles : commande, produit, livraison, retour, personnalisation, partenariat, autre.',
  },
  {
    name: 'renames a field',
    file: 'forms/withdrawal.yaml',
    from: /^ {2}order_reference:/m,
    to: '  order_number:',
    says: '« order_number » n’est pas une clé de cet endroit. Le nom le plus proche est « order_reference » ; clés possibles : name, email, order_reference, message.',
  },
  {
    name: 'writes the words of a form that is not there',
    file: 'forms/devis.yaml',
    to: 'title: "Devis"\n',
    says: 'aucun formulaire ne porte ce nom. Formulaires du site : waitlist, newsletter, contact, partnership, ambassador, withdrawal.',
  },
  {
    name: 'rewrites a message that the specification fixes',
    file: 'forms/waitlist.yaml',
    from: /^success: .*$/m,
    to: 'success: "C’est noté."',
    says: '« success » n’est plus le texte fixé : la spécification (§8) fixe ce message mot pour mot. Remettez : Inscription réussie. Vous serez notifié dès que les tapis seront disponibles.',
  },
  {
    name: 'renames the button that the law names',
    file: 'forms/withdrawal.yaml',
    from: /^submit: .*$/m,
    to: 'submit: "Envoyer"',
    says: '« submit » n’est plus le texte fixé : la loi fixe ce bouton (code de la consommation, D. 221-5). Remettez : Renoncer au contrat ici',
  },
  {
    name: 'takes the button of a second step away',
    file: 'forms/withdrawal.yaml',
    from: /^confirm: .*\n/m,
    to: '',
    says: '« confirm » manque. À écrire : Bouton de la seconde étape.',
  },
  {
    name: 'rewrites the message of a failure',
    file: 'interface.yaml',
    from: /^ {2}echec: .*$/m,
    to: '  echec: "Réessayez."',
    says: '« formulaires.echec » n’est plus le texte fixé : la spécification (§8) fixe ce message mot pour mot. Remettez : Une erreur est survenue. Veuillez réessayer ou nous contacter directement.',
  },
  {
    name: 'forgets what the program has to say in a sentence',
    file: 'interface.yaml',
    from: /^ {2}manque: .*$/m,
    to: '  manque: "Remplissez ce champ."',
    says: '« {{ champ }} » manque dans cette phrase. Remettez-le : le programme y écrit sa valeur.',
  },
  {
    name: 'misspells what the program has to say',
    file: 'interface.yaml',
    from: /^ {2}manque: .*$/m,
    to: '  manque: "Remplissez « {{ champs }} »."',
    says: '« {{ champs }} » n’existe pas. Le nom le plus proche est « {{ champ }} » (src/content/facts.yaml et company.yaml).',
  },
  {
    name: 'forgets how long the answers are kept',
    file: 'forms/contact.yaml',
    from: /^ {2}retention: .*$/m,
    to: '  retention: "le temps de vous répondre"',
    says: '« {{ conservation }} » manque dans cette phrase. Remettez-le : le programme y écrit sa valeur.',
  },
  {
    name: 'takes a word of the interface away',
    file: 'interface.yaml',
    from: /^ {2}fermer: .*\n/m,
    to: '',
    says: '« fermer » manque. À écrire : Bouton qui ferme le menu, le calendrier ou une fenêtre.',
  },
  {
    name: 'writes a number for a word',
    file: 'interface.yaml',
    from: /^ {2}pause: .*$/m,
    to: '  pause: 12',
    says: '« pause » doit être un texte. Écrivez-le entre "guillemets droits".',
  },
  {
    name: 'sets a word of a form in bold',
    file: 'forms/contact.yaml',
    from: /hint: "Pour vous répondre"/,
    to: 'hint: "Pour **vous** répondre"',
    says: '« ** » se lirait tel quel : ces mots ne sont pas du Markdown. Écrivez les mots seuls.',
  },
  {
    name: 'writes a duration below a field',
    file: 'forms/contact.yaml',
    from: /hint: "Pour vous répondre"/,
    to: 'hint: "Sous 24 à 48 h"',
    says: '« 24 à 48 h » est écrit dans le texte même. Écrivez {{ delai_reponse }}.',
  },
  {
    name: 'puts the block of an e-mail into a sentence',
    file: 'emails/demande-contact.yaml',
    from: /\n {2}\{\{ reponses \}\}\n/,
    to: '\n  Voici : {{ reponses }}\n',
    says: '« {{ reponses }} » appelle un bloc. Mettez-le seul sur sa ligne.',
  },
  {
    name: 'writes an accent into the name of a value',
    file: 'emails/accuse-contact.yaml',
    from: /(?<=^subject: ).*$/m,
    to: '"Reçu ({{ référence }})"',
    says: '« {{ référence }} » n’appelle aucune valeur. Écrivez le nom entre deux accolades, sans accent ni espace dans le nom : {{ poids_tapis }}.',
  },
  {
    name: 'saves a question with another ending',
    file: 'faq/entretien.markdown',
    to: '---\nquestion: "Comment l’entretenir ?"\norder: 90\n---\nÀ sec.\n',
    says: 'aucune page ne lit ce fichier. Ici, un nom de fichier finit par .md.',
  },
  {
    name: 'leaves the head of a question open',
    file: 'faq/entretien.md',
    to: '---\nquestion: "Comment l’entretenir ?"\norder: 90\nÀ sec.\n',
    says: 'l’en-tête manque ou n’est pas fermé. Il commence et finit par une ligne « --- ».',
  },
  {
    name: 'writes a number in letters',
    file: 'faq/retour.md',
    from: /^order: \d+$/m,
    to: 'order: premier',
    says: '« order » doit être un nombre. Écrivez des chiffres, sans guillemets.',
  },
  {
    name: 'writes «oui» for a switch',
    file: 'lancement.yaml',
    from: /^ {2}fait: (?:false|true)$/m,
    to: '  fait: oui',
    says: '« fait » doit être true ou false. Écrivez true (oui) ou false (non), sans guillemets.',
  },
  {
    name: 'writes the items of a section on one line',
    file: 'pages/about.yaml',
    from: /^ {4}items:\n( {6}.*\n)+/m,
    to: '    items: "un, deux"\n',
    says: '« items » doit être une liste. Commencez chaque élément par un tiret.',
  },
  {
    name: 'writes the name of a model’s piece wrong',
    file: 'models/elegance.yaml',
    from: /^piece: .*$/m,
    to: 'piece: tapi',
    says: 'la pièce « tapi » n’est pas dans products/. Le nom le plus proche est « tapis ».',
  },
  {
    name: 'copies a model and keeps the name of the other in its link',
    file: 'models/elegance.yaml',
    from: /^label: .*$/m,
    to: 'label: "Voir la fiche de Grand Sport"',
    says: '« Voir la fiche de Grand Sport » nomme un autre modèle, celui de models/grand-sport.yaml. Nommez celui-ci.',
  },
  {
    name: 'writes an accent into the name of a figure',
    file: 'facts.yaml',
    from: END,
    to: '\ndélai_retouche: 3 jours\n',
    says: '« délai_retouche » ne peut pas être appelé dans un texte. Gardez les minuscules sans accent, les chiffres et le tiret bas.',
  },
  {
    name: 'names a related page twice',
    file: 'legal/shipping.md',
    from: /^related:\n/m,
    to: 'related:\n  - /contact\n  - /contact\n',
    says: '« related » ne convient pas. Une page n’est citée qu’une fois.',
  },
  {
    name: 'asks a question a second time',
    file: 'faq/second.md',
    to: '---\nquestion: "puis-je changer d’avis, et renvoyer mon tapis ?"\norder: 90\n---\nOui.\n',
    says: 'cette question est déjà posée dans faq/retour.md. Écrivez ce qui est propre à ce fichier, ou retirez l’un des deux.',
  },
  {
    name: 'copies a model and changes nothing but its place',
    file: 'models/grand-sport.yaml',
    from: /^name: .*$/m,
    to: lineOf('models/elegance.yaml', /^name: .*$/m),
    says: 'ce nom est déjà celui de models/elegance.yaml. Écrivez ce qui est propre à ce fichier, ou retirez l’un des deux.',
  },
  {
    name: 'leaves the link of the piece that was copied',
    file: 'products/tapis.yaml',
    from: /^href: .*$/m,
    to: lineOf('products/bonnet.yaml', /^href: .*$/m),
    says: 'ce lien mène déjà à la fiche de products/bonnet.yaml. Écrivez ce qui est propre à ce fichier, ou retirez l’un des deux.',
  },
  {
    name: 'announces another number of pieces',
    file: 'pages/quilting.yaml',
    from: /Deux pièces/,
    to: 'Trois pièces',
    says: '« Trois pièces » : il y en a deux. Écrivez {{ nombre_pieces }}, qui suit le compte.',
  },
  {
    name: 'writes an e-mail that the site does not send',
    file: 'emails/accuse-contacts.yaml',
    to: 'subject: "Reçu"\ntitle: "Reçu"\ntext: "Bonjour."\n',
    says: 'aucun e-mail du site ne porte ce nom. Le nom le plus proche est « accuse-contact ».',
  },
  add(
    'writes an emoji',
    'faq/retour.md',
    'Merci 👍🏽.',
    'un émoji dans le texte. Dites-le en mots : chaque appareil le dessine à sa façon, et une voix de synthèse en lit le nom.',
  ),
  add(
    'links without the s of https',
    'faq/livraison.md',
    '[Ici](http://exemple.fr)',
    'le lien « http://exemple.fr » n’est ni une adresse complète ni un chemin du site. Commencez par /, #, https:// ou mailto:.',
  ),
  add(
    'forgets the words of a link',
    'faq/livraison.md',
    '[](/shipping)',
    'ce lien n’a pas de texte. Écrivez où il mène : [texte](/contact).',
  ),
  add(
    'forgets the dashes of a table',
    'legal/shipping.md',
    '| Zone | Frais |\n| France | {{ frais_france }} |',
    'ce tableau se lirait avec ses barres. Ajoutez sous sa première ligne : |---|---|.',
  ),
  add(
    'pastes the bullets of a word processor',
    'faq/retour.md',
    '• Un tapis',
    'cette puce ne fait pas une liste. Commencez la ligne par « - ».',
  ),
  add(
    'writes a space as HTML does',
    'faq/retour.md',
    'Un&nbsp;tapis.',
    '« &nbsp; » est un signe écrit à la manière du HTML. Tapez une espace : l’insécable se pose seule.',
  ),
  add(
    'leaves a note to finish',
    'faq/retour.md',
    'TODO : à vérifier.',
    'une note de travail est restée dans le texte. Écrivez le texte, ou retirez-la.',
  ),
  add('asks twice', 'faq/retour.md', 'Oui ??', 'un signe de ponctuation répété. Gardez-en un.'),
  add(
    'puts a space before a comma',
    'faq/retour.md',
    'Oui , et non.',
    'une espace avant la virgule ou le point. Retirez-la.',
  ),
  add('puts none after it', 'faq/retour.md', 'Oui,bien sûr.', 'une virgule sans espace après elle. Ajoutez-la.'),
  add(
    'writes the address of the house into a text',
    'faq/retour.md',
    'Écrivez à maison@exemple.fr.',
    '« maison@exemple.fr » est écrit dans le texte même. Écrivez {{ email }} : company.yaml le dit pour toutes les pages.',
  ),
]
