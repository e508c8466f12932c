// A path that begins with / is a file of public/, which is shown as it is.
const IMAGE = /<img\b(?![^>]*\ssrc="\/)[^>]*>/g
const ENTITIES: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&#x27;': "'",
}

/**
 * Cuts HTML at its pictures, ![Tapis plié](elegance) in the text, so that a component can make each in several sizes: by its name
 * in pictures.yaml, and what the text says of it ('' where pictures.yaml does).
 */
export function splitAtPictures(html: string) {
  const texts = html.split(IMAGE)
  const pictures = [...html.matchAll(IMAGE)].map(([tag]) => ({
    name: pictureName(attribute(tag, 'src')),
    alt: attribute(tag, 'alt'),
  }))
  return texts.flatMap((text, index) => [text, ...(pictures[index] ? [pictures[index]] : [])])
}

/** The name that a text calls a picture by: «elegance», or the path of its file, as editors complete it. */
export function pictureName(src: string): string {
  return src.replace(/^.*\/|\.\w+$/g, '')
}

function attribute(tag: string, name: string): string {
  const [, value = ''] = new RegExp(`\\s${name}="([^"]*)"`).exec(tag) ?? []
  return value.replace(/&(?:quot|amp|lt|gt|#x27);/g, (entity) => ENTITIES[entity] ?? entity)
}
