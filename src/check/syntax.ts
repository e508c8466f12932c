import { join } from 'node:path'
import { type ErrorCode, visit } from 'yaml'
import { SECTIONS } from '../content.sections.ts'
import { ABSENT, FactsError, parseFacts, UNREADABLE } from '../copy/parse-facts.ts'
import { nearest } from '../copy/placeholders.ts'
import type { Finding } from './finding.ts'
import type { Source } from './sources.ts'

/** What the reader of YAML found, in the words of someone who writes texts. */
const SAID: Partial<Record<ErrorCode, [string, string]>> = {
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
const COLLECTIONS: Record<string, string> = {
  pages: '.yaml',
  products: '.yaml',
  models: '.yaml',
  testimonials: '.yaml',
  saddleries: '.yaml',
  exhibitions: '.yaml',
  emails: '.yaml',
  legal: '.md',
  faq: '.md',
  '': '.yaml',
}

/** What UTF-8 cannot read, and what only UTF-16 puts between letters. */
const FOREIGN = /[\uFFFD\0]/
/** Where the program asks for each file by its name. */
const NAMES: Record<string, readonly string[]> = {
  '': ['company', 'facts', 'lancement', 'pictures'],
  pages: Object.keys(SECTIONS),
}
/** Files without which the site cannot be built. */
const NEEDED_FILES = [
  'company.yaml',
  'facts.yaml',
  'pictures.yaml',
  'legal/_formulaire-retractation.md',
  'legal/privacy.md',
  'legal/terms.md',
  ...Object.keys(SECTIONS).map((id) => `pages/${id}.yaml`),
]

/**
 * Files that are not there, that cannot be read, or that no page reads.
 * @param root folder of the texts
 */
export function checkSyntax(sources: readonly Source[], root: string): Finding[] {
  return [
    ...NEEDED_FILES.map((name) => join(root, name)).flatMap((file) => missing(file, sources)),
    ...sources.flatMap((source) => [...misplaced(source), ...unreadable(source)]),
  ]
}

function missing(file: string, sources: readonly Source[]): Finding[] {
  if (sources.some((source) => source.file === file)) return []
  const [what, mend] = ABSENT
  return [{ file, line: 1, what, mend, breaks: true }]
}

function misplaced({ file, folder, id, extension }: Source): Finding[] {
  const found = (what: string, mend: string): Finding[] => [{ file, line: 1, what, mend, breaks: true }]
  const wanted = COLLECTIONS[folder]
  if (!wanted) return found('aucune page ne lit ce dossier.', `Dossiers lus : ${folders()}.`)
  if (extension !== wanted)
    return found(`aucune page ne lit ce fichier.`, `Ici, un nom de fichier finit par ${wanted}.`)
  if (!/^_?[a-z0-9]+(-[a-z0-9]+)*$/.test(id))
    return found(
      'ce nom de fichier devient une adresse.',
      'Gardez les minuscules sans accent, les chiffres et le trait d’union.',
    )
  const names = NAMES[folder]
  if (names && !names.includes(id))
    return found('aucune page ne lit ce fichier.', `Le nom le plus proche est « ${nearest(id, names)}${wanted} ».`)
  return []
}

function unreadable(source: Source): Finding[] {
  const foreign = source.text.search(FOREIGN)
  if (foreign >= 0)
    return [
      {
        file: source.file,
        line: source.lineOf(foreign),
        what: 'ce fichier n’est pas en UTF-8.',
        mend: 'Enregistrez-le de nouveau avec l’encodage UTF-8 ; retapez les signes remplacés par « \uFFFD », s’il y en a.',
        breaks: true,
      },
    ]
  if (source.extension === '.md' && source.bodyAt === 0 && !source.id.startsWith('_'))
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
  if (errors.length === 0) return noFacts(source)
  return errors.slice(0, 1).map(({ code, at }) => {
    const [what, mend] = SAID[code] ?? UNREADABLE
    return { file: source.file, line: source.lineOf(at), what, mend, breaks: true }
  })
}

/** Files of values that hold something else. */
function noFacts({ file, folder, id, text }: Source): Finding[] {
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

function folders(): string {
  return Object.keys(COLLECTIONS).filter(Boolean).join(', ')
}
