import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import sharp from 'sharp'
import { pictureName } from '../../copy/markdown/text-pictures.ts'
import { nearestName } from '../../copy/placeholders.ts'
import { type Finding, findingAt, findingOn, type Sentences } from '../finding.ts'
import { isOfSystem, namesIn, type Source } from '../reading/sources.ts'
import { BODY, textSpansOf } from '../reading/text-spans.ts'

const ENDINGS = ['.jpg', '.jpeg', '.png', '.webp', '.avif']
/** What fills the window at the top of the home page: least width in pixels, and least width for a height of one. */
const OPENING = { width: 1600, ratio: 1.2 }
const MISPLACED: Sentences = [
  'une image ne se place pas dans ce texte.',
  'Appelez-la par « image: », dans une section qui en montre une : « hero », une étape.',
]
const IN_TEXT = /!\[([^\]\n]*)\]\(\s*([^)\s]*)[^)]*\)/g

/**
 * Finds pictures that a text names and that have no file or no description, files that cannot be read, and an opening
 * picture that does not fill its place.
 * @param folder of the picture files
 */
export async function checkPictures(sources: readonly Source[], folder: string): Promise<Finding[]> {
  const list = sources.find(({ path }) => path === 'pictures.yaml')
  if (!list) return []
  const files = readdirSync(folder).filter((name) => !isOfSystem(name) && statSync(join(folder, name)).isFile())
  const isThere = (name: string) => files.some((file) => ENDINGS.some((ending) => file === name + ending))
  const named = namesIn(list)
  const names = named.map(({ name }) => name)
  const opening = sources.find(({ path }) => path === 'pages/home.yaml')?.document.getIn(['sections', 'hero', 'image'])
  const looked = files.map(async (file) => {
    const fault = await faultOf(join(folder, file), pictureName(file) === opening)
    return fault ? findingOn({ file: join(folder, file) }, ...fault) : []
  })
  return [
    ...named.flatMap((fact) => {
      const own = files.filter((file) => pictureName(file) === fact.name && ENDINGS.includes(extname(file)))
      const said = (what: string, mend: string) => findingOn(fact, `l’image « ${fact.name} » ${what}.`, mend)
      if (own.length === 0) return said('n’a pas de fichier', `Déposez ${folder}/${fact.name}.webp, ou .jpg.`)
      return own.length === 1 ? [] : said(`a deux fichiers : ${own.join(', ')}`, 'Retirez l’ancien.')
    }),
    ...sources.flatMap((source) => callsIn(source, names, isThere)),
    ...(await Promise.all(looked)).flat(),
  ]
}

/** Finds pictures that a text calls and pictures.yaml does not describe, or that could not be shown there. */
function callsIn(source: Source, names: readonly string[], isThere: (name: string) => boolean): Finding[] {
  const unknown = (name: string): Sentences => [
    `l’image « ${name} » n’est pas dans pictures.yaml.`,
    isThere(name) ? `Ajoutez-y « ${name}: », puis en retrait « alt: … ».` : nearestName(pictureName(name), names),
  ]
  return textSpansOf(source).flatMap(({ key, text, offset }) => {
    const name = text.trim()
    if (key === 'image') return name === '' || names.includes(name) ? [] : findingAt(source, offset, ...unknown(name))
    return [...text.matchAll(IN_TEXT)].flatMap(({ 2: src = '', index }) => {
      if (key !== BODY) return findingAt(source, offset + index, ...MISPLACED)
      // Other collections are rendered by Astro, which reports a path without a file.
      const isOurs = ['legal', 'faq'].includes(source.folder)
      const name = src.startsWith('/') ? src : pictureName(src)
      const isKnown = names.includes(name) || (name.startsWith('/') && existsSync(join('public', name)))
      return !isOurs || isKnown ? [] : findingAt(source, offset + index, ...unknown(name))
    })
  })
}

async function faultOf(file: string, isOpening: boolean): Promise<Sentences | undefined> {
  const bytes = readFileSync(file)
  if (/^[\s\S]{4}ftyp(?:hei|hev|mif|msf)/.test(bytes.toString('latin1', 0, 16)))
    return ['le site ne prend pas d’image HEIC.', 'Ouvrez-la et exportez-la en JPEG.']
  if (!ENDINGS.includes(extname(file)))
    return ['le site ne voit pas ce fichier.', `Un nom d’image finit par ${ENDINGS.join(', ')}, en minuscules.`]
  try {
    const { autoOrient, format } = await sharp(bytes).metadata()
    // A thumbnail reads the whole file, to find one that is cut off. The header of WebP tells that by itself.
    if (format !== 'webp') await sharp(bytes, { failOn: 'truncated' }).resize(16).toBuffer()
    const { width, height } = autoOrient
    if (!isOpening || (width >= OPENING.width && width >= height * OPENING.ratio)) return undefined
    return [
      `en tête de l’accueil, cette image de ${width} × ${height} pixels ne remplit pas la fenêtre.`,
      `Prenez une photographie en largeur, de ${OPENING.width} pixels au moins.`,
    ]
  } catch {
    return ['cette image est vide, coupée ou abîmée.', 'Copiez-la de nouveau, en attendant la fin de la copie.']
  }
}
