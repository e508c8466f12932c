import { getImage } from 'astro:assets'
import { getCollection, getEntry } from 'astro:content'
import type { ImageMetadata } from 'astro'
import { plain } from '../../copy/markdown/markdown.ts'

/** Size that the large networks show uncropped, in pixels. */
const WIDTH = 1200
const HEIGHT = 630

const files = import.meta.glob<{ default: ImageMetadata }>('/src/assets/pictures/*.{avif,jpg,jpeg,png,webp}', {
  eager: true,
})

/**
 * Crops a picture of pictures.yaml for link previews: a JPEG of 1200 × 630 pixels, or smaller with the same ratio.
 * Returns undefined if the picture has no file or no text.
 */
export async function sharePicture(name: string) {
  const file = Object.entries(files).find(([path]) => path.replace(/^.*\/|\.\w+$/g, '') === name)?.[1].default
  const entry = await getEntry('pictures', name)
  if (!file || !entry) return undefined
  const scale = Math.min(1, file.width / WIDTH, file.height / HEIGHT)
  const [width, height] = [Math.floor(WIDTH * scale), Math.floor(HEIGHT * scale)]
  const { src } = await getImage({ src: file, width, height, fit: 'cover', format: 'jpg' })
  return { path: src, alt: plain(entry.data.alt), width, height }
}

/** Returns the first picture of a page, cropped for link previews; the default card if it has none. */
export async function sharePictureOf(path: string) {
  const pages = await getCollection('pages')
  const page = path === '/' ? 'home' : path.slice(1)
  const image = pages.find(({ id }) => id === page)?.data.sections.hero?.image
  const own = image ? await sharePicture(image) : undefined
  const house = await getEntry('pictures', 'share')
  return own ?? { path: '/partage.jpg', alt: plain(house?.data.alt), width: WIDTH, height: HEIGHT }
}
