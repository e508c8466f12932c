/** Paths of the frames in order: each one turns the side nearest to the visitor a little to the right. */
const avif = import.meta.glob<string>('../../assets/turntable/*.avif', {
  eager: true,
  query: '?no-inline',
  import: 'default',
})
const webp = import.meta.glob<string>('../../assets/turntable/*.webp', {
  eager: true,
  query: '?no-inline',
  import: 'default',
})
export const PATHS = { avif: Object.values(avif), webp: Object.values(webp) }

/** In pixels, twice the displayed size; frames between steps of ten degrees and those for old browsers are smaller. */
export const SIZE = { width: 1440, height: 1296 }
export const FRAMES = PATHS.avif.length
/** Distances between the frames fetched in each round; a sixth of the bytes covers the whole turn in coarse steps. */
const COARSE_TO_FINE = [FRAMES / 12, FRAMES / 36, 1]
/** Number of decoded frames kept in memory, 7.5 MB each. */
const MAX_DECODED = 12

/**
 * Fetches the frames, coarse steps first.
 * @param format format that the browser chose for the first frame
 * @param show called with each frame and its number, in no particular order
 * @throws if a frame cannot be fetched or the signal aborts
 */
export async function fetchFrames(
  format: keyof typeof PATHS,
  show: (number: number, frame: Blob) => void,
  signal: AbortSignal,
): Promise<void> {
  const left = new Set(PATHS[format].keys())
  const fetchOne = async (number: number) => {
    const answer = await fetch(PATHS[format][number] ?? '', { signal })
    if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`)
    show(number, await answer.blob())
  }
  for (const step of COARSE_TO_FINE) {
    const round = [...left].filter((number) => number % step === 0)
    for (const number of round) left.delete(number)
    await Promise.all(round.map(fetchOne))
  }
}

/**
 * Returns a decoded frame. Keeps the last ones, so that showing one again only copies pixels.
 * @throws if the file is not an image
 */
export async function decodeFrame(kept: Map<number, ImageBitmap>, number: number, file: Blob): Promise<ImageBitmap> {
  const frame = kept.get(number) ?? (await createImageBitmap(file))
  kept.set(number, frame)
  for (const [oldest, old] of [...kept].slice(0, -MAX_DECODED)) {
    kept.delete(oldest)
    old.close()
  }
  return frame
}

/** Returns the number in `there` that is the fewest steps away on the circle; undefined if there is none. */
export function nearestFrame(number: number, there: Iterable<number>): number | undefined {
  const steps = (other: number) => Math.min(Math.abs(other - number), FRAMES - Math.abs(other - number))
  return [...there].sort((a, b) => steps(a) - steps(b))[0]
}
