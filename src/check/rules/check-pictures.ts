import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pictureName } from '../../copy/markdown/text-pictures.ts'
import { nearest } from '../../copy/placeholders.ts'
import { type Finding, findingAt, findingOn, nearestName } from '../finding.ts'
import { addressOf } from '../reading/address-of.ts'
import { factsOf } from '../reading/facts-of.ts'
import { isOfSystem, type Source } from '../reading/sources.ts'
import { BODY, textSpansOf } from '../reading/text-spans.ts'
import { CALLABLE, isPicture, nameOf, PICTURE_FILE } from './check-picture-files.ts'

/** Pictures that code uses, not texts. */
const SHOWN_BY_CODE = ['share']

/**
 * Finds pictures without a file or description, pictures that no page shows, and useless descriptions.
 * @param folder of the picture files
 */
export function checkPictures(sources: readonly Source[], folder: string): Finding[] {
  const list = sources.find(({ folder, id }) => folder === '' && id === 'pictures')
  if (!list) return []
  const paths = readdirSync(folder).filter((name) => !isOfSystem(name))
  const files = paths.map(nameOf)
  const named = factsOf(list)
  const names = named.map(({ name }) => name)
  const calls = sources
    .flatMap(textSpansOf)
    .filter(({ key, text }) => key === 'image' && text !== '')
    .map((span) => ({ ...span, text: span.text.trim() }))
  // A file without a description has its own finding, so its picture is not reported as unknown.
  const described = (name: string) => names.includes(name) || files.includes(name)
  const called = [...calls.map(({ text }) => text), ...sources.flatMap(picturesIn).map(({ name }) => name)]
  // Nor is the picture that a misspelt name means reported as not shown.
  const shown = called.map((name) => (described(name) ? name : nearest(name, names)))
  const descriptions = textSpansOf(list).filter(({ key }) => key === 'alt')
  const at = (line: number, what: string, mend: string, breaks = false) =>
    findingOn({ file: list.file, line }, what, mend, breaks)
  return [
    ...calls
      .filter(({ text }) => !described(text))
      .flatMap(({ source, offset, text }) =>
        findingAt(source, offset, `l’image « ${text} » n’est pas dans pictures.yaml.`, nearestName(text, names), true),
      ),
    ...named
      .filter(({ name }) => !files.includes(name))
      .flatMap(({ name, line }) =>
        at(line, `l’image « ${name} » n’a pas de fichier.`, `Déposez ${folder}/${name}.webp.`, true),
      ),
    // Another file must be replaced first, and often gets another name; one whose name cannot be called, renamed.
    ...paths
      .filter(isPicture)
      .map(nameOf)
      .filter((name) => !names.includes(addressOf(name)) && (CALLABLE.test(name) || shown.includes(name)))
      .flatMap((name) =>
        at(
          1,
          `le fichier ${folder}/${name} n’a pas de description.`,
          `Ajoutez à la fin les deux lignes : ${addressOf(name)}: puis, en retrait de deux espaces, alt: ce que l’on voit.`,
          shown.includes(name),
        ),
      ),
    ...named
      .filter(({ name }) => !SHOWN_BY_CODE.includes(name) && !shown.includes(name))
      .flatMap(({ name, line }) =>
        at(
          line,
          `aucune page ne montre l’image « ${name} ».`,
          'Appelez-la par « image: » ou retirez-la avec son fichier.',
        ),
      ),
    ...sources.flatMap((source) => wrongInText(source, [...names, ...files])),
    ...descriptions
      .filter(({ text, path: [name = ''] }) => fileNamed(text, name))
      .flatMap(({ offset }) => at(list.lineOf(offset), ...FILE_NAME)),
    ...descriptions
      .filter(({ text }) => /^(image|photo|illustration|vue)\b.{0,12} (d[eu’']|des)/i.test(text))
      .flatMap(({ offset }) => at(list.lineOf(offset), ...ANNOUNCED)),
  ]
}

/** Returns the pictures of a text, ![Tapis plié](elegance), with their lines. */
function picturesIn(source: Source): { name: string; src: string; alt: string; line: number; body: boolean }[] {
  return textSpansOf(source).flatMap(({ text, offset, key }) =>
    [...text.matchAll(/!\[([^\]\n]*)\]\(\s*([^)\s]*)[^)]*\)/g)].map(({ 1: alt = '', 2: src = '', index }) => ({
      name: pictureName(src),
      src,
      alt,
      line: source.lineOf(offset + index),
      body: key === BODY,
    })),
  )
}

/** Finds pictures in texts that are misplaced, unknown, on another site, in one size only, or poorly described. */
function wrongInText(source: Source, names: readonly string[]): Finding[] {
  // Other collections are rendered by Astro, which uses the path of a file.
  const byName = ['legal', 'faq'].includes(source.folder)
  return picturesIn(source).flatMap(({ name, src, alt, line, body }) => {
    const found = (what: string, mend: string, breaks = false) =>
      findingOn({ file: source.file, line }, what, mend, breaks)
    if (!body) return found('une image ne se place pas dans ce texte.', 'Appelez-la par « image: » dans la section.')
    if (/^https?:|^\/\//.test(src))
      return found(
        `« ${src} » est sur un autre site : la politique de sécurité du site la refuse.`,
        'Déposez l’image dans src/assets/pictures et appelez-la par son nom.',
        true,
      )
    if (src.startsWith('/'))
      return found(
        `« ${src} » est servie telle quelle, dans une seule taille.`,
        'Déposez l’image dans src/assets/pictures et appelez-la par son nom : ![Tapis crème plié](elegance).',
      )
    if (!byName && existsSync(join(dirname(source.file), src)))
      return alt
        ? []
        : found(
            'une image du texte n’a pas de description.',
            'Écrivez entre les crochets ce que l’on voit : ![Tapis crème plié](photo.jpg).',
          )
    if (names.includes(name)) return fileNamed(alt, name) ? found(...FILE_NAME) : []
    return found(`l’image « ${name} » n’est pas dans pictures.yaml.`, nearestName(name, names), true)
  })
}

const ANNOUNCED = [
  'la description annonce une image.',
  'Dites tout de suite ce que l’on voit : un lecteur d’écran annonce déjà l’image.',
] as const
const FILE_NAME = ['la description est le nom du fichier.', 'Écrivez ce que l’on voit, en une phrase.'] as const

/** True for a description that is only a file name: «elegance», «IMG_2041», «photo 3.jpg». */
function fileNamed(alt: string, name: string): boolean {
  const plain = alt.trim().toLowerCase()
  if (plain === '') return false
  return (
    plain.replace(/[\s_-]/g, '') === name.replaceAll('-', '') ||
    PICTURE_FILE.test(plain) ||
    /^(img|dsc|dscn|dscf|pxl|photo|image)[\s_-]*\d+$/.test(plain)
  )
}
