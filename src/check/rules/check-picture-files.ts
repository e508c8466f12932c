import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import sharp from 'sharp'
import { type Finding, findingOn } from '../finding.ts'
import { addressOf } from '../reading/address-of.ts'
import { isOfSystem, type Source } from '../reading/sources.ts'

/** Minimum widths in pixels: `home` for the first picture of the home page, which fills the window. */
const LEAST_WIDTH = { home: 1600, other: 1000 }

/** Image formats by their first bytes, with their file extensions; none for a format that the site does not accept. */
const KINDS: readonly { name: string; endings: readonly string[]; starts: RegExp }[] = [
  { name: 'JPEG', endings: ['.jpg', '.jpeg'], starts: /^\xFF\xD8\xFF/ },
  { name: 'PNG', endings: ['.png'], starts: /^\x89PNG/ },
  { name: 'WebP', endings: ['.webp'], starts: /^RIFF[\s\S]{4}WEBP/ },
  { name: 'AVIF', endings: ['.avif'], starts: /^[\s\S]{4}ftypavi[fs]/ },
  { name: 'HEIC', endings: [], starts: /^[\s\S]{4}ftyp(?:hei|hev|mif|msf)/ },
  { name: 'GIF', endings: [], starts: /^GIF8/ },
  { name: 'TIFF', endings: [], starts: /^(?:II\*\0|MM\0\*)/ },
  { name: 'SVG', endings: [], starts: /^\s*<(?:\?xml|svg)/ },
]
const ENDINGS = KINDS.flatMap(({ endings }) => endings)

/** A file name with the extension of a picture, also of one that the site does not accept. */
export const PICTURE_FILE = /\.(?:jpe?g|png|webp|avif|hei[cf]|gif|tiff?|svg)$/i

/** A name that texts can call. */
export const CALLABLE = /^[a-z0-9-]+$/

const AS_JPEG = 'Enregistrez-la en JPEG, en PNG ou en WebP.'
const FROM_IPHONE =
  'Ouvrez-la et exportez-la en JPEG ; sur l’iPhone, Réglages, Appareil photo, Formats, « Le plus compatible » fait des JPEG.'

/** Cached findings of each file, with the state of the file (time, size, minimum width). */
const seen = new Map<string, { state: string; findings: Promise<Finding[]> }>()

/**
 * Finds picture files that are damaged, in another format than their name says, too small, or duplicate. Their
 * metadata, including the place, is removed by the build.
 * @param folder of the picture files
 */
export async function checkPictureFiles(sources: readonly Source[], folder: string): Promise<Finding[]> {
  const files = filesIn(folder)
  const home = sources.find(({ path }) => path === 'pages/home.yaml')?.document.getIn(['sections', 'hero', 'image'])
  const looked = files.map((file) => look(file, nameOf(file) === home ? LEAST_WIDTH.home : LEAST_WIDTH.other))
  return [...misnamed(files), ...doubled(files), ...(await Promise.all(looked)).flat()]
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !isOfSystem(entry.name))
    .map((entry) => join(folder, entry.name))
    .sort()
}

/** Returns the name of a picture file without folder and extension. */
export function nameOf(file: string): string {
  return file.replace(/^.*[\\/]/, '').replace(/\.\w+$/, '')
}

/** True for a file name with the extension of a picture that the site accepts, perhaps in capitals. */
export function isPicture(name: string): boolean {
  return ENDINGS.includes(extname(name).toLowerCase())
}

/** Finds names that no text can use, or that Astro ignores. */
function misnamed(files: readonly string[]): Finding[] {
  return files.filter(isPicture).flatMap((file) => {
    const ending = extname(file)
    if (ending !== ending.toLowerCase())
      return renamed(file, `« ${ending} » est en capitales : le site ne voit pas ce fichier.`, ending.toLowerCase())
    if (!CALLABLE.test(nameOf(file))) return renamed(file, 'ce nom ne peut pas être appelé dans un texte.', ending)
    return []
  })
}

/** Returns a finding with a valid new name (lower-case letters, digits, hyphens), unless that name is taken. */
function renamed(file: string, what: string, ending: string): Finding[] {
  const name = `${addressOf(nameOf(file))}${ending}`
  if (readdirSync(dirname(file)).includes(name))
    return findingOn(
      { file },
      what,
      `« ${name} » existe déjà : gardez une seule des deux, ou donnez à celle-ci un autre nom.`,
    )
  const rename = join(dirname(file), name)
  return findingOn({ file }, what, `Renommez-le en ${name}.`).map((finding) => ({ ...finding, rename }))
}

function doubled(files: readonly string[]): Finding[] {
  return files.flatMap((file, index) => {
    const first = files.findIndex((each) => nameOf(each).toLowerCase() === nameOf(file).toLowerCase())
    if (first === index) return []
    return findingOn({ file }, `cette image porte le même nom que ${files[first]}.`, 'Gardez une seule des deux.')
  })
}

/** Checks a file only if it has changed, because each check decodes the whole picture. */
function look(file: string, leastWidth: number): Promise<Finding[]> {
  const { mtimeMs, size } = statSync(file)
  const state = `${mtimeMs} ${size} ${leastWidth}`
  const before = seen.get(file)
  if (before?.state === state) return before.findings
  const findings = lookAt(file, leastWidth)
  seen.set(file, { state, findings })
  return findings
}

async function lookAt(file: string, leastWidth: number): Promise<Finding[]> {
  const broken = (what: string, mend: string) => findingOn({ file }, what, mend, true)
  const bytes = readFileSync(file)
  if (bytes.length === 0) return broken('ce fichier est vide.', 'Copiez-le de nouveau.')
  const start = bytes.toString('latin1', 0, 64)
  const kind = KINDS.find(({ starts }) => starts.test(start))
  if (!kind) return broken('ce fichier n’est pas une image.', 'Remplacez-le par la photo elle-même.')
  if (kind.endings.length === 0)
    return broken(`le site ne prend pas d’image ${kind.name}.`, kind.name === 'HEIC' ? FROM_IPHONE : AS_JPEG)
  const ending = extname(file)
  if (!kind.endings.includes(ending.toLowerCase()))
    return renamed(file, `ce fichier finit par ${ending} et contient une image ${kind.name}.`, kind.endings[0] ?? '')
  try {
    const { autoOrient } = await sharp(bytes).metadata()
    // Creating a thumbnail reads the whole file.
    await sharp(bytes, { failOn: 'truncated' }).resize(16).toBuffer()
    if (autoOrient.width >= leastWidth) return []
    return findingOn(
      { file },
      `cette image est large de ${autoOrient.width} pixels.`,
      `À sa place il en faut au moins ${leastWidth} : reprenez l’original.`,
    )
  } catch {
    return broken('cette image est coupée ou abîmée.', 'Copiez-la de nouveau, en attendant la fin de la copie.')
  }
}
