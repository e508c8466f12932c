import { getImage } from 'astro:assets'
import { getCollection, getEntry } from 'astro:content'
import type { ImageMetadata } from 'astro'
import { plain } from '../copy/markdown/markdown.ts'

/** Maximum width of a size for phones, in pixels; their dense screens allow stronger compression. */
const PHONE_MAX = 1040
/** Image quality out of 100 of a picture that names none. */
const QUALITY = 50
/** How much less a dense screen needs. */
const DENSE = 12
/** How much wider the next size is at least; a smaller step costs a file and shows no difference. */
const STEP = 1.2
/** Size of a link preview that the large networks show uncropped, in pixels. */
const SHARED = { width: 1200, height: 630 }

const files = import.meta.glob<{ default: ImageMetadata }>('../assets/pictures/*.{avif,jpg,jpeg,png,webp}', {
  eager: true,
})

/**
 * Returns the file of a picture, its alternative text, its quality out of 100, where the laurel is embroidered on it, in
 * its pixels, and whether it is computer-generated and no photograph.
 * @param name of a file in src/assets/pictures and of its entry in pictures.yaml
 * @throws if one of them is missing; the content check reports that before a build
 */
export async function pictureNamed(name = '') {
  const file = Object.entries(files).find(([path]) => path.replace(/^.*\/|\.\w+$/g, '') === name)?.[1].default
  if (!file) throw new Error(`src/assets/pictures/${name}.webp manque.`)
  const entry = await getEntry('pictures', name)
  if (!entry) throw new Error(`src/content/pictures.yaml : l’image « ${name} » n’a pas de texte alternatif.`)
  const { alt, laurier: laurel, qualite: quality = QUALITY, synthese: rendered = false } = entry.data
  return { file, alt, laurel, quality, rendered }
}

/**
 * Returns the `srcset` of a picture as WebP, which every supported browser shows; no size is wider than the picture.
 * @param widths in pixels, ascending
 * @param quality out of 100, for screens that are not dense
 * @param ratio width divided by height of a centred crop; undefined for no crop
 */
export async function sizesOf(
  src: ImageMetadata,
  widths: readonly number[],
  quality: number,
  ratio?: number,
): Promise<string> {
  const widest = ratio ? Math.min(src.width, Math.floor(src.height * ratio)) : src.width
  const possible = widths
    .map((width) => Math.min(width, widest))
    .filter((width, index, all) => width > (all[index - 1] ?? 0) * STEP)
  const sizes = possible.map(async (width) => {
    const needed = width <= PHONE_MAX ? quality - DENSE : quality
    const crop = ratio && ({ height: Math.round(width / ratio), fit: 'cover' } as const)
    const { src: path } = await getImage({ src, format: 'webp', width, quality: needed, ...crop })
    return `${path} ${width}w`
  })
  return (await Promise.all(sizes)).join(', ')
}

/** Crops a picture for link previews: a JPEG of 1200 × 630 pixels, or smaller with the same ratio. */
async function sharePicture(name: string) {
  const { file, alt } = await pictureNamed(name)
  const scale = Math.min(1, file.width / SHARED.width, file.height / SHARED.height)
  const [width, height] = [Math.floor(SHARED.width * scale), Math.floor(SHARED.height * scale)]
  const { src } = await getImage({ src: file, width, height, fit: 'cover', format: 'jpg' })
  return { path: src, alt: plain(alt), width, height }
}

/** Returns the first picture of a page, cropped for link previews; the default card if it has none. */
export async function sharePictureOf(path: string) {
  const pages = await getCollection('pages')
  const page = path === '/' ? 'home' : path.slice(1)
  const image = pages.find(({ id }) => id === page)?.data.sections.hero?.image
  if (image) return sharePicture(image)
  const card = await getEntry('pictures', 'share')
  return { path: '/partage.jpg', alt: plain(card?.data.alt), ...SHARED }
}
