import { join } from 'node:path'
import { nearest, nearestName } from '../../copy/placeholders.ts'
import { forms } from '../../forms/index.ts'
import { EMAILS } from '../../model/email-kinds.ts'
import { schemaOf } from '../../model/file-schemas.ts'
import { SECTIONS } from '../../model/sections.ts'
import { type Finding, findingAt, findingOn, type Sentences } from '../finding.ts'
import type { Source } from '../reading/sources.ts'
import { yamlFault } from '../reading/yaml-faults.ts'

/** Files and filled folders that a build requires, as paths below src/content. */
const NEEDED: readonly string[] = [
  ...['faq', 'models', 'products'],
  ...['company', 'facts', 'interface', 'lancement', 'pictures'].map((name) => `${name}.yaml`),
  ...['_formulaire-retractation', 'privacy', 'terms'].map((name) => `legal/${name}.md`),
  ...Object.keys(forms).map((name) => `forms/${name}.yaml`),
  ...Object.keys(EMAILS).map((name) => `emails/${name}.yaml`),
  ...Object.keys(SECTIONS).map((id) => `pages/${id}.yaml`),
]

/** Names that a file may have in some folders, and what to say of another one. */
const NAMES: Readonly<Record<string, readonly [names: readonly string[], what: string]>> = {
  forms: [Object.keys(forms), 'aucun formulaire ne porte ce nom.'],
  emails: [Object.keys(EMAILS), 'aucun e-mail du site ne porte ce nom.'],
}

/** Signs of a file that cannot be read as it is. */
const DAMAGED: readonly [sign: RegExp, ...Sentences][] = [
  // Conflict markers of git.
  [
    /^(?:(?:<{7}|>{7}|\|{7})(?: |$)|={7}$)/m,
    'deux versions de ce passage attendent votre choix : une fusion est restée inachevée.',
    'Entre « <<<<<<< » et « >>>>>>> », gardez la bonne version, puis retirez l’autre et les trois lignes de signes.',
  ],
  // U+FFFD replaces bytes that are not UTF-8; a zero byte indicates UTF-16; «Ã©» is an é that was read as Latin-1.
  [
    /[\uFFFD\0]|Ã[\u0080-\u00BF]|â€/,
    'les accents de ce fichier ne se lisent pas.',
    'Reprenez sa version d’avant, et enregistrez-la en UTF-8.',
  ],
]
/** Folders of Markdown files; those of the other known folders are YAML. */
const MARKDOWN = ['legal', 'faq', 'emails/reponses']
const YAML = ['pages', 'products', 'models', 'testimonials', 'saddleries', 'exhibitions', 'forms', 'emails']

/**
 * Finds files that are missing, unreadable, or read by no page.
 * @param root folder of the texts
 */
export function checkFiles(sources: readonly Source[], root: string): Finding[] {
  const missing = NEEDED.filter((path) => !sources.some((source) => [source.path, source.folder].includes(path)))
  return [
    ...missing.flatMap((path) =>
      findingOn({ file: join(root, path) }, 'il manque.', 'Le site le lit : remettez-le, ou créez-le.'),
    ),
    ...sources.flatMap((source) => {
      const lost = misplaced(source)
      return lost.length > 0 ? lost : unreadable(source)
    }),
  ]
}

/** Finds a file that no collection reads, or whose name cannot be part of an address. Other folders are Astro's. */
function misplaced({ file, folder, id, extension }: Source): Finding[] {
  const folders = [...MARKDOWN, ...YAML]
  const above = folders.find((each) => folder.startsWith(`${each}/`))
  const meant = folder === '' || folders.includes(folder) ? '' : (above ?? nearest(folder, folders))
  const said = (what: string, mend: string) => findingOn({ file }, what, mend)
  if (meant) return said('aucune page ne lit ce dossier.', `Mettez le fichier dans ${meant}/.`)
  const ending = MARKDOWN.includes(folder) ? '.md' : YAML.includes(folder) ? '.yaml' : extension
  if (extension !== ending) return said('aucune page ne lit ce fichier.', `Ici, un nom de fichier finit par ${ending}.`)
  const [names, what] = NAMES[folder] ?? []
  if (names && what && !names.includes(id)) return said(what, nearestName(id, names))
  if (/^_?[a-z0-9]+(-[a-z0-9]+)*$/.test(id) || !folders.includes(folder)) return []
  const mend = 'Gardez les minuscules sans accent, les chiffres et le trait d’union.'
  return said('ce nom de fichier devient une adresse.', mend)
}

function unreadable(source: Source): Finding[] {
  for (const [sign, ...sentences] of DAMAGED) {
    const at = source.text.search(sign)
    if (at >= 0) return findingAt(source, at, ...sentences)
  }
  if (source.extension === '.yaml' ? !source.document.contents : source.text.trim() === '')
    return findingAt(source, 0, 'ce fichier est vide.', 'Remettez ce qu’il contenait, ou annulez votre changement.')
  if (source.bodyAt === 0 && schemaOf(source.path) && !source.id.startsWith('_'))
    return findingAt(source, 0, 'l’en-tête manque ou n’est pas fermé.', 'Il commence et finit par une ligne « --- ».')
  if (MARKDOWN.includes(source.folder) && source.text.slice(source.bodyAt).trim() === '')
    return findingAt(source, source.text.length, 'il n’y a pas de texte sous l’en-tête.', 'Écrivez-le.')
  return yamlFault(source)
}
