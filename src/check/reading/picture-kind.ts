/** Kinds of image files by their first bytes, with the endings that their names may have. */
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

export interface PictureKind {
  name: string
  /** Endings of its file names; none for a kind that the site does not take. */
  endings: readonly string[]
}

/** What kind of image the bytes are, whatever the file is called; undefined for what is no image. */
export function kindOf(bytes: Buffer): PictureKind | undefined {
  const start = bytes.toString('latin1', 0, 64)
  return KINDS.find(({ starts }) => starts.test(start))
}

/** Endings of the names of pictures that the site takes. */
export const ENDINGS = KINDS.flatMap(({ endings }) => endings)

const GPS_TAG = 0x8825
const TIFF_START = 6
const ENTRY_BYTES = 12

/** True where the EXIF data of a picture tell where it was taken (EXIF 3.0, 4.6.3: the GPS tag of the first directory). */
export function tellsPlace(exif: Buffer | undefined): boolean {
  if (!exif || exif.length < TIFF_START + 8) return false
  const tiff = exif.subarray(exif.toString('latin1', 0, 4) === 'Exif' ? TIFF_START : 0)
  const little = tiff.toString('latin1', 0, 2) === 'II'
  const word = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const directory = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (directory + 2 > tiff.length) return false
  const tags = Array.from({ length: word(directory) }, (_, index) => directory + 2 + index * ENTRY_BYTES)
  return tags.some((at) => at + ENTRY_BYTES <= tiff.length && word(at) === GPS_TAG)
}
