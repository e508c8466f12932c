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

/** Returns the format of an image from its bytes, whatever its file name; undefined if it is not an image. */
export function kindOf(bytes: Buffer): (typeof KINDS)[number] | undefined {
  const start = bytes.toString('latin1', 0, 64)
  return KINDS.find(({ starts }) => starts.test(start))
}

/** File extensions of pictures that the site accepts. */
export const ENDINGS = KINDS.flatMap(({ endings }) => endings)
