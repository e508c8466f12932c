/** Paths of the frames in the order of the turn: each one turns what is nearest to the visitor a little to the right. */
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

/** In pixels, twice as many as the page shows; frames between two steps of ten degrees, and those for old browsers, have fewer. */
export const SIZE = { width: 1440, height: 1296 }
export const FRAMES = PATHS.avif.length
/** One frame of so many is fetched first, then of fewer: the whole turn is there, in coarse steps, after a sixth of the bytes. */
const COARSE_TO_FINE = [FRAMES / 12, FRAMES / 36, 1]
/** So many decoded frames are kept, of 7.5 MB each. */
const KEPT = 12

/**
 * Fetches the frames, the coarse turn first; the finest steps are left out where the visitor saves data.
 * @param format which of the two the browser has chosen for the first frame
 * @param show called with each frame and its number, in no particular order
 * @throws where a frame cannot be fetched, or when the signal aborts
 */
export async function fetchFrames(
  format: keyof typeof PATHS,
  show: (number: number, frame: Blob) => void,
  signal: AbortSignal,
): Promise<void> {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  const rounds = connection?.saveData ? COARSE_TO_FINE.slice(0, -1) : COARSE_TO_FINE
  const left = new Set(PATHS[format].keys())
  const fetchOne = async (number: number) => {
    const answer = await fetch(PATHS[format][number] ?? '', { signal })
    if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`)
    show(number, await answer.blob())
  }
  for (const step of rounds) {
    const round = [...left].filter((number) => number % step === 0)
    for (const number of round) left.delete(number)
    await Promise.all(round.map(fetchOne))
  }
}

/** The frames that were decoded last, so that going back and forth is a copy of pixels. */
export class DecodedFrames {
  #frames = new Map<number, ImageBitmap>()

  get(number: number): ImageBitmap | undefined {
    return this.#frames.get(number)
  }

  /** @throws where the file is no picture */
  async decode(number: number, file: Blob): Promise<ImageBitmap> {
    const frame = await createImageBitmap(file)
    this.#frames.set(number, frame)
    for (const [oldest, old] of [...this.#frames].slice(0, -KEPT)) {
      this.#frames.delete(oldest)
      old.close()
    }
    return frame
  }
}

/** The number among those that are there which is the fewest steps of the turn away; undefined where none is there. */
export function nearest(number: number, there: Iterable<number>): number | undefined {
  const steps = (other: number) => Math.min(Math.abs(other - number), FRAMES - Math.abs(other - number))
  return [...there].sort((a, b) => steps(a) - steps(b))[0]
}
