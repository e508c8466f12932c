import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import sharp from 'sharp'
import type { Finding } from '../finding.ts'
import { ENDINGS, kindOf, tellsPlace } from '../reading/picture-kind.ts'
import type { Source } from '../reading/sources.ts'

/** Smallest widths in pixels: of the picture that opens the home page, as wide as the window, and of any other one. */
const LEAST_WIDTH = { home: 1600, other: 1000 }

/** What was seen of a file, and the state of the file at that time. */
interface Seen {
  state: string
  findings: Promise<Finding[]>
}
const seen = new Map<string, Seen>()

/**
 * Pictures whose file cannot be shown, or not well: damaged, of another kind than its name says, too small, doubled;
 * and those that tell where they were taken.
 * @param folder of the pictures' files
 * @param served folder of the files that are served as they are
 */
export async function checkPictureFiles(
  sources: readonly Source[],
  folder: string,
  served = 'public',
): Promise<Finding[]> {
  const files = filesIn(folder)
  const home = sources.find(({ path }) => path === 'pages/home.yaml')?.document.getIn(['sections', 'hero', 'image'])
  const looked = files.map((file) => look(file, nameOf(file) === home ? LEAST_WIDTH.home : LEAST_WIDTH.other))
  const public_ = filesIn(served)
    .filter((file) => ENDINGS.includes(extname(file)))
    .map(placeIn)
  return [...misnamed(files), ...doubled(files), ...(await Promise.all([...looked, ...public_])).flat()]
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(folder, entry.name))
    .sort()
}

function nameOf(file: string): string {
  return file.replace(/^.*[\\/]/, '').replace(/\.\w+$/, '')
}

function finding(file: string, what: string, mend: string, breaks = false): Finding {
  return { file, line: 1, what, mend, breaks }
}

/** Names that no text can call, or that Astro passes over. */
function misnamed(files: readonly string[]): Finding[] {
  return files.flatMap((file) => {
    const ending = extname(file)
    if (ending !== ending.toLowerCase())
      return [
        finding(
          file,
          `« ${ending} » est en capitales : le site ne voit pas ce fichier.`,
          `Renommez-le en ${nameOf(file)}${ending.toLowerCase()}.`,
        ),
      ]
    if (ENDINGS.includes(ending) && !/^[a-z0-9-]+$/.test(nameOf(file)))
      return [
        finding(
          file,
          'ce nom ne peut pas être appelé dans un texte.',
          'Gardez les minuscules sans accent, les chiffres et le trait d’union.',
        ),
      ]
    return []
  })
}

function doubled(files: readonly string[]): Finding[] {
  return files.flatMap((file, index) => {
    const first = files.findIndex((each) => nameOf(each).toLowerCase() === nameOf(file).toLowerCase())
    if (first === index) return []
    return [finding(file, `cette image porte le même nom que ${files[first]}.`, 'Gardez une seule des deux.')]
  })
}

/** Looks at a file again only when it has changed: each look decodes the whole picture. */
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
  const bytes = readFileSync(file)
  if (bytes.length === 0) return [finding(file, 'ce fichier est vide.', 'Copiez-le de nouveau.', true)]
  const kind = kindOf(bytes)
  if (!kind) return [finding(file, 'ce fichier n’est pas une image.', 'Remplacez-le par la photo elle-même.', true)]
  if (kind.endings.length === 0)
    return [
      finding(file, `le site ne prend pas d’image ${kind.name}.`, 'Enregistrez-la en JPEG, en PNG ou en WebP.', true),
    ]
  const ending = extname(file)
  if (!kind.endings.includes(ending.toLowerCase()))
    return [
      finding(
        file,
        `ce fichier finit par ${ending} et contient une image ${kind.name}.`,
        `Renommez-le en ${nameOf(file)}${kind.endings[0]}.`,
      ),
    ]
  try {
    const { autoOrient, exif } = await sharp(bytes).metadata()
    // To make a thumbnail is to read the whole file.
    await sharp(bytes, { failOn: 'truncated' }).resize(16).toBuffer()
    return [...tooSmall(file, autoOrient.width, leastWidth), ...placeOf(file, exif)]
  } catch {
    return [
      finding(
        file,
        'cette image est coupée ou abîmée.',
        'Copiez-la de nouveau, en attendant la fin de la copie.',
        true,
      ),
    ]
  }
}

function tooSmall(file: string, width: number, least: number): Finding[] {
  if (width >= least) return []
  return [
    finding(
      file,
      `cette image est large de ${width} pixels.`,
      `À sa place il en faut au moins ${least} : reprenez l’original.`,
    ),
  ]
}

async function placeIn(file: string): Promise<Finding[]> {
  const { exif } = await sharp(readFileSync(file)).metadata()
  return placeOf(file, exif)
}

function placeOf(file: string, exif: Buffer | undefined): Finding[] {
  if (!tellsPlace(exif)) return []
  return [
    finding(
      file,
      'cette photo dit où elle a été prise.',
      'Le site ne publie pas ce lieu s’il prépare l’image ; retirez-le du fichier aussi (propriétés de la photo, « supprimer le lieu »).',
    ),
  ]
}
