import { dirname, join } from 'node:path'
import { FactsError, parseFacts } from '../../copy/facts/parse-facts.ts'
import { forms } from '../../forms/index.ts'
import { EMAIL_FILES, NEEDED_FILES } from '../../model/needs.ts'
import { isComposed } from '../../model/sections.ts'
import { type Finding, findingAt, findingOn, nearestName } from '../finding.ts'
import { addressOf } from '../reading/address-of.ts'
import { type Collection, collectionOf, collections } from '../reading/collections.ts'
import { pageFiles } from '../reading/page-files.ts'
import { NOT_UTF8, type Source } from '../reading/sources.ts'
import { coverFaults } from '../reading/yaml-faults.ts'
import { PICTURE_FILE } from './check-picture-files.ts'
import { missingFiles } from './check-required.ts'

/** Conflict markers of git. */
const CONFLICT = /^(?:(?:<{7}|>{7}|\|{7})(?: |$)|={7}$)/m
/** Files that the program reads by name, in addition to the collections. */
const READ_BY_NAME = ['company.yaml', 'facts.yaml', 'interface.yaml', 'lancement.yaml']
/**
 * Finds files that are missing, unreadable, or read by no page.
 * @param root folder of the texts
 */
export function checkFiles(sources: readonly Source[], root: string): Finding[] {
  return [
    ...missingFiles(NEEDED_FILES, sources, root),
    ...sources.flatMap((source) => {
      const lost = misplaced(source)
      // A picture or a document of Word is in the wrong folder, not in the wrong encoding.
      return lost.length > 0 && NOT_UTF8.test(source.text) ? lost : [...lost, ...unreadable(source)]
    }),
    ...addressesTaken(sources),
  ]
}

/** Finds a file that no collection reads, or whose name cannot be part of an address. */
function misplaced(source: Source): Finding[] {
  const { file, path, folder, id, extension } = source
  const found = (what: string, mend: string, breaks = true): Finding[] => findingOn({ file }, what, mend, breaks)
  const renamed = (what: string, mend: string, name: string): Finding[] =>
    found(what, mend).map((finding) => ({ ...finding, rename: join(dirname(file), name) }))
  const collection = collectionOf(source)
  const near = collections.filter(({ place, patterns }) => patterns && `${folder}/`.startsWith(`${place}/`))
  // The prefix _ keeps a file out of its collection, because another text includes it.
  const apart = id.startsWith('_') && near.some(({ patterns }) => endingsOf(patterns).includes(extension))
  if (!collection && !apart && !READ_BY_NAME.includes(path)) {
    if (PICTURE_FILE.test(path))
      return found('aucune page ne lit ce fichier.', 'Une image se dépose dans src/assets/pictures.', near.length > 0)
    if (folder === '') {
      const names = [...READ_BY_NAME, ...collections.filter(({ patterns }) => !patterns).map(({ place }) => place)]
      return found('aucune page ne lit ce fichier.', nearestName(path, names))
    }
    const endings = near.flatMap(({ patterns }) => endingsOf(patterns))
    if (endings.includes(extension) && near.every(({ place }) => folder !== place))
      return found(
        'aucune page ne lit ce dossier.',
        `Mettez ce fichier dans ${near.map(({ place }) => place).join(' ou ')}/.`,
      )
    const [ending = ''] = endings
    // Some text editors append their own extension: «entretien.md.txt», «sellerie.yml».
    if (/^\.(?:txt|ya?ml|md)$/.test(extension) && ending)
      return renamed(
        'aucune page ne lit ce fichier.',
        `Ici, un nom de fichier finit par ${endings.join(' ou ')}.`,
        `${id.replace(/\.(?:ya?ml|md)$/, '')}${ending}`,
      )
    if (near.length > 0)
      return found('aucune page ne lit ce fichier.', `Ici, un nom de fichier finit par ${endings.join(' ou ')}.`)
    const folders = collections.filter(({ patterns }) => patterns).map(({ place }) => place)
    return found('aucune page ne lit ce dossier.', `Dossiers lus : ${folders.join(', ')}.`, false)
  }
  if (collection?.name === 'forms' && !Object.hasOwn(forms, id))
    return found('aucun formulaire ne porte ce nom.', `Formulaires du site : ${Object.keys(forms).join(', ')}.`)
  if (collection?.name === 'emails' && !EMAIL_FILES.includes(id))
    return found('aucun e-mail du site ne porte ce nom.', nearestName(id, EMAIL_FILES))
  if (!/^_?[a-z0-9]+(-[a-z0-9]+)*$/.test(id))
    return renamed(
      'ce nom de fichier ne convient pas.',
      'Gardez les minuscules sans accent, les chiffres et le trait d’union.',
      `${id.startsWith('_') ? '_' : ''}${addressOf(id)}${extension}`,
    )
  return []
}

/** Finds composed and legal pages at the address of another page. */
function addressesTaken(sources: readonly Source[]): Finding[] {
  const routes = pageFiles().map(({ route }) => route)
  const legal = sources.filter(({ folder, id }) => folder === 'legal' && !id.startsWith('_'))
  const texts = legal.map(({ id }) => `/${id}`)
  const taken = (id: string, addresses: readonly string[]) => addresses.some((each) => `${each}/`.startsWith(`/${id}/`))
  const composed = sources.filter(({ folder, id }) => folder === 'pages' && isComposed(id))
  return [
    ...composed.filter(({ id }) => taken(id, [...routes, ...texts])),
    ...legal.filter(({ id, path }) => !NEEDED_FILES.includes(path) && taken(id, routes)),
  ].flatMap(({ file, id }) =>
    findingOn({ file }, `l’adresse /${id} est déjà celle d’une autre page.`, 'Donnez un autre nom au fichier.', true),
  )
}

/** Returns the file extensions that patterns match: '.md' and '.mdx' for a pattern with both. */
function endingsOf(patterns: Collection['patterns'] = []): string[] {
  return patterns
    .filter((pattern) => !pattern.startsWith('!'))
    .flatMap((pattern) => /\.\{?([\w,]+)\}?$/.exec(pattern)?.[1]?.split(',') ?? [])
    .map((ending) => `.${ending}`)
}

function unreadable(source: Source): Finding[] {
  const found = (offset: number, what: string, mend: string) => findingAt(source, offset, what, mend, true)
  const conflict = source.text.search(CONFLICT)
  if (conflict >= 0)
    return found(
      conflict,
      'deux versions de ce passage attendent votre choix : une fusion est restée inachevée.',
      'Entre « <<<<<<< » et « >>>>>>> », gardez la bonne version, puis retirez l’autre et les trois lignes de signes.',
    )
  const notUtf8 = source.text.search(NOT_UTF8)
  if (notUtf8 >= 0)
    return found(
      notUtf8,
      'ce fichier n’est pas en UTF-8.',
      'Enregistrez-le de nouveau avec l’encodage UTF-8 ; retapez les signes remplacés par « \uFFFD », s’il y en a.',
    )
  if (source.extension === '.yaml' ? !source.document.contents : source.bodyAt === 0 && source.text.trim() === '')
    return found(0, 'ce fichier est vide.', 'Remettez ce qu’il contenait, ou annulez votre dernier changement.')
  if (source.bodyAt === 0 && collectionOf(source)?.schema?.safeParse({}).success === false)
    return found(0, 'l’en-tête manque ou n’est pas fermé.', 'Il commence et finit par une ligne « --- ».')
  const { faults } = coverFaults(source)
  return faults.length > 0 ? faults : unreadableFacts(source)
}

/** Finds facts.yaml or company.yaml that is not a list of names and values. */
function unreadableFacts({ file, folder, id, text }: Source): Finding[] {
  if (folder !== '' || !['company', 'facts'].includes(id)) return []
  try {
    parseFacts(text, file)
    return []
  } catch (error) {
    if (!(error instanceof FactsError)) throw error
    return findingOn({ file, line: error.line }, error.what, error.mend, true)
  }
}
