// Does not match a path that begins with /: a file of public/, which is shown unchanged.
const IMAGE = /<img\b(?![^>]*\ssrc="\/)[^>]*>/g
const ENTITIES: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&#x27;': "'",
}

/**
 * Splits HTML at its pictures, ![Tapis plié](elegance) in the text, so that a component can render each in several
 * sizes. Each picture has its name in pictures.yaml and its alt text; '' if that of pictures.yaml applies.
 */
export function splitAtPictures(html: string) {
  const texts = html.split(IMAGE)
  const pictures = [...html.matchAll(IMAGE)].map(([tag]) => ({
    name: pictureName(attribute(tag, 'src')),
    alt: attribute(tag, 'alt'),
  }))
  return texts.flatMap((text, index) => [text, ...(pictures[index] ? [pictures[index]] : [])])
}

/** Returns the name of a picture in a text: «elegance», also from the path of its file, as editors complete it. */
export function pictureName(src: string): string {
  return src.replace(/^.*\/|\.\w+$/g, '')
}

function attribute(tag: string, name: string): string {
  const [, value = ''] = new RegExp(`\\s${name}="([^"]*)"`).exec(tag) ?? []
  return value.replace(/&(?:quot|amp|lt|gt|#x27);/g, (entity) => ENTITIES[entity] ?? entity)
}
