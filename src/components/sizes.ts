import { getImage } from 'astro:assets'
import type { ImageMetadata } from 'astro'

/** Maximum width of a size for phones, in pixels; their dense screens allow stronger compression. */
const PHONE_MAX = 880
/** Image quality out of 100; the weave of the fabric remains visible. */
const QUALITY = { phone: 38, screen: 50 }

/**
 * Returns the `srcset` of a picture; no size is wider than the picture itself.
 * @param widths in pixels, ascending
 * @param ratio width divided by height of a centred crop; undefined for no crop
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
