import { join } from 'node:path'
import { type ErrorCode, visit } from 'yaml'
import { isComposed, SECTIONS } from '../content.sections.ts'
import { ABSENT, FactsError, parseFacts, UNREADABLE } from '../copy/facts/parse-facts.ts'
import { nearest } from '../copy/placeholders.ts'
import { forms } from '../forms/index.ts'
import { type Collection, collectionOf, collections } from './collections.ts'
import { EMAIL_FILES } from './email-files.ts'
import type { Finding } from './finding.ts'
import { pageFiles } from './page-files.ts'
import type { Source } from './sources.ts'

/** The errors of the YAML parser as two French sentences: what is wrong, how to mend it. */
const MESSAGES: Partial<Record<ErrorCode, [string, string]>> = {
  BAD_INDENT: ['le retrait n’est pas celui des lignes voisines.', 'Alignez cette ligne, avec des espaces.'],
  TAB_AS_INDENT: ['le retrait est fait d’une tabulation.', 'Remplacez-la par des espaces, deux par niveau.'],
  DUPLICATE_KEY: ['cette clé est écrite deux fois au même endroit.', 'Gardez une seule des deux.'],
  MISSING_CHAR: ['il manque un signe : guillemet fermant, deux-points ou crochet.', 'Fermez ce qui est ouvert.'],
  BLOCK_AS_IMPLICIT_KEY: [
    'un texte contient « : » sans guillemets.',
    'Mettez tout le texte entre "guillemets droits".',
  ],
  MULTILINE_IMPLICIT_KEY: ['il manque un guillemet fermant ou un deux-points.', 'Fermez ce qui est ouvert.'],
  BAD_SCALAR_START: ['ce texte commence par un signe réservé.', 'Mettez-le entre "guillemets droits".'],
  BAD_ALIAS: ['un texte commence par une étoile sans guillemets.', 'Mettez-le entre "guillemets droits".'],
  BAD_DQ_ESCAPE: ['une barre oblique inverse n’a pas de sens ici.', 'Supprimez-la.'],
  UNEXPECTED_TOKEN: ['ce signe n’est pas attendu ici.', 'Regardez les guillemets et le retrait de la ligne.'],
}
const GLUED = ['il manque une espace après le deux-points.', 'Écrivez « clé: valeur ».'] as const
/** What git writes where two people changed the same lines. */
const CONFLICT = /^(?:<{7}|>{7}|\|{7})(?: |$)/m
/** U+FFFD stands for bytes that are not UTF-8; a zero byte between letters is a sign of UTF-16. */
const NOT_UTF8 = /[\uFFFD\0]/
/** Files that the program reads by name, besides those of the collections. */
const READ_BY_NAME = ['company.yaml', 'facts.yaml', 'interface.yaml', 'lancement.yaml']
/** Files without which the site cannot be built. */
const NEEDED_FILES = [
  'company.yaml',
  'facts.yaml',
  'interface.yaml',
  'pictures.yaml',
  'legal/_formulaire-retractation.md',
  'legal/privacy.md',
  'legal/terms.md',
  ...Object.keys(forms).map((name) => `forms/${name}.yaml`),
  ...EMAIL_FILES.map((name) => `emails/${name}.yaml`),
  ...Object.keys(SECTIONS).map((id) => `pages/${id}.yaml`),
]

/**
 * Files that are not there, that cannot be read, or that no page reads.
 * @param root folder of the texts
 */
export function checkFiles(sources: readonly Source[], root: string): Finding[] {
  return [
    ...NEEDED_FILES.map((name) => join(root, name)).flatMap((file) => missing(file, sources)),
    ...sources.flatMap((source) => [...misplaced(source), ...unreadable(source)]),
    ...addressesTaken(sources),
  ]
}

function missing(file: string, sources: readonly Source[]): Finding[] {
  if (sources.some((source) => source.file === file)) return []
  const [what, mend] = ABSENT
  return [{ file, line: 1, what, mend, breaks: true }]
}

/** A file that no collection reads, or whose name cannot be part of an address. */
function misplaced(source: Source): Finding[] {
  const { file, path, folder, id, extension } = source
  const found = (what: string, mend: string, breaks = true): Finding[] => [{ file, line: 1, what, mend, breaks }]
  const collection = collectionOf(source)
  const near = collections.filter(({ place, patterns }) => patterns && `${folder}/`.startsWith(`${place}/`))
  // A name that begins with _ keeps a file out of its collection, for a text that another one shows.
  const apart = id.startsWith('_') && near.some(({ patterns }) => endingsOf(patterns).includes(extension))
  if (!collection && !apart && !READ_BY_NAME.includes(path)) {
    if (folder === '') {
      const names = [...READ_BY_NAME, ...collections.filter(({ patterns }) => !patterns).map(({ place }) => place)]
      return found('aucune page ne lit ce fichier.', `Le nom le plus proche est « ${nearest(path, names)} ».`)
    }
    const endings = near.flatMap(({ patterns }) => endingsOf(patterns))
    if (endings.includes(extension) && near.every(({ place }) => folder !== place))
      return found(
        'aucune page ne lit ce dossier.',
        `Mettez ce fichier dans ${near.map(({ place }) => place).join(' ou ')}/.`,
      )
    if (near.length > 0)
      return found('aucune page ne lit ce fichier.', `Ici, un nom de fichier finit par ${endings.join(' ou ')}.`)
    const folders = collections.filter(({ patterns }) => patterns).map(({ place }) => place)
    return found('aucune page ne lit ce dossier.', `Dossiers lus : ${folders.join(', ')}.`, false)
  }
  if (collection?.name === 'forms' && !Object.hasOwn(forms, id))
    return found('aucun formulaire ne porte ce nom.', `Formulaires du site : ${Object.keys(forms).join(', ')}.`)
  if (collection?.name === 'emails' && !EMAIL_FILES.includes(id))
    return found('aucun e-mail du site ne porte ce nom.', `Le nom le plus proche est « ${nearest(id, EMAIL_FILES)} ».`)
  if (!/^_?[a-z0-9]+(-[a-z0-9]+)*$/.test(id))
    return found(
      'ce nom de fichier devient une adresse.',
      'Gardez les minuscules sans accent, les chiffres et le trait d’union.',
    )
  return []
}

/** Pages of copywriters, legal ones too, at an address that another page has. */
function addressesTaken(sources: readonly Source[]): Finding[] {
  const routes = pageFiles().map(({ route }) => route)
  const legal = sources.filter(({ folder, id }) => folder === 'legal' && !id.startsWith('_'))
  const texts = legal.map(({ id }) => `/${id}`)
  const taken = (id: string, addresses: readonly string[]) => addresses.some((each) => `${each}/`.startsWith(`/${id}/`))
  const composed = sources.filter(({ folder, id }) => folder === 'pages' && isComposed(id))
  return [
    ...composed.filter(({ id }) => taken(id, [...routes, ...texts])),
    ...legal.filter(({ id, path }) => !NEEDED_FILES.includes(path) && taken(id, routes)),
  ].map(({ file, id }) => ({
    file,
    line: 1,
    what: `l’adresse /${id} est déjà celle d’une autre page.`,
    mend: 'Donnez un autre nom au fichier.',
    breaks: true,
  }))
}

/** How the names that patterns take end: '.md' and '.mdx' of a pattern for both. */
function endingsOf(patterns: Collection['patterns'] = []): string[] {
  return patterns
    .filter((pattern) => !pattern.startsWith('!'))
    .flatMap((pattern) => /\.\{?([\w,]+)\}?$/.exec(pattern)?.[1]?.split(',') ?? [])
    .map((ending) => `.${ending}`)
}

function unreadable(source: Source): Finding[] {
  const conflict = source.text.search(CONFLICT)
  if (conflict >= 0)
    return [
      {
        file: source.file,
        line: source.lineOf(conflict),
        what: 'deux versions de ce passage attendent votre choix : une fusion est restée inachevée.',
        mend: 'Entre « <<<<<<< » et « >>>>>>> », gardez la bonne version, puis retirez l’autre et les trois lignes de signes.',
        breaks: true,
      },
    ]
  const notUtf8 = source.text.search(NOT_UTF8)
  if (notUtf8 >= 0)
    return [
      {
        file: source.file,
        line: source.lineOf(notUtf8),
        what: 'ce fichier n’est pas en UTF-8.',
        mend: 'Enregistrez-le de nouveau avec l’encodage UTF-8 ; retapez les signes remplacés par « \uFFFD », s’il y en a.',
        breaks: true,
      },
    ]
  if (source.bodyAt === 0 && collectionOf(source)?.schema?.safeParse({}).success === false)
    return [
      {
        file: source.file,
        line: 1,
        what: 'l’en-tête manque ou n’est pas fermé.',
        mend: 'Il commence et finit par une ligne « --- ».',
        breaks: true,
      },
    ]
  if (source.extension === '.yaml' && !source.document.contents)
    return [
      {
        file: source.file,
        line: 1,
        what: 'ce fichier est vide.',
        mend: 'Remettez ce qu’il contenait, ou annulez votre dernier changement.',
        breaks: true,
      },
    ]
  const tab = /^ *\t/m.exec(source.text.slice(0, source.bodyAt))
  const errors = source.document.errors.map(({ code, pos }) => ({ code, at: pos[0] }))
  if (tab && errors.length > 0) errors.unshift({ code: 'TAB_AS_INDENT', at: tab.index })
  visit(source.document, {
    Alias(_, { range }) {
      errors.unshift({ code: 'BAD_ALIAS', at: range?.[0] ?? 0 })
    },
  })
  if (errors.length === 0) return unreadableFacts(source)
  return errors.slice(0, 1).map(({ code, at }) => {
    const line = source.lineOf(at)
    const glued = /^[ -]*[\w-]+:[^\s:/]/.test(source.text.split('\n')[line - 1] ?? '')
    const [what, mend] = (glued ? GLUED : MESSAGES[code]) ?? UNREADABLE
    return { file: source.file, line, what, mend, breaks: true }
  })
}

/** facts.yaml or company.yaml that is no list of names and values. */
function unreadableFacts({ file, folder, id, text }: Source): Finding[] {
  if (folder !== '' || !['company', 'facts'].includes(id)) return []
  try {
    parseFacts(text, file)
    return []
  } catch (error) {
    if (!(error instanceof FactsError)) throw error
    const { line, what, mend } = error
    return [{ file, line, what, mend, breaks: true }]
  }
}
