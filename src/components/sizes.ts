import { getImage } from 'astro:assets'
import type { ImageMetadata } from 'astro'

/** In pixels: up to here a size is for phones, whose fine screens hide what a stronger compression loses. */
const PHONE_MAX = 880
/** Of a hundred: the weave still shows. */
const QUALITY = { phone: 38, screen: 50 }

/**
 * The sizes of a picture as a `srcset`. None is wider than the picture itself.
 * @param widths in pixels, ascending
 * @param ratio width by height of a crop from its middle; its own where it is missing
 */
export async function sizesOf(
  src: ImageMetadata,
  format: 'avif' | 'webp',
  widths: readonly number[],
  ratio?: number,
): Promise<string> {
  const widest = ratio ? Math.min(src.width, Math.floor(src.height * ratio)) : src.width
  const possible = [...new Set(widths.map((width) => Math.min(width, widest)))]
  const sizes = possible.map(async (width) => {
    const quality = width <= PHONE_MAX ? QUALITY.phone : QUALITY.screen
    const crop = ratio && ({ height: Math.round(width / ratio), fit: 'cover' } as const)
    const { src: path } = await getImage({ src, format, width, quality, ...crop })
    return `${path} ${width}w`
  })
  return (await Promise.all(sizes)).join(', ')
}
