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

/** In pixels, the same for every frame. */
export const SIZE = { width: 720, height: 600 }
export const FRAMES = PATHS.avif.length
/** One frame of so many is fetched first: the whole turn is there, in coarse steps, after a third of the bytes. */
const COARSE = 3

/**
 * Fetches and decodes every frame, the coarse turn first, so that drawing one is a copy of pixels.
 * @param format which of the two the browser has chosen for the first frame
 * @param show called with each frame and its number, in no particular order
 * @throws where a frame cannot be fetched, or when the signal aborts
 */
export async function fetchFrames(
  format: keyof typeof PATHS,
  show: (number: number, frame: ImageBitmap) => void,
  signal: AbortSignal,
): Promise<void> {
  const numbers = PATHS[format].map((_, number) => number)
  const isCoarse = (number: number) => number % COARSE === 0
  const fetchOne = async (number: number) => {
    const answer = await fetch(PATHS[format][number] ?? '', { signal })
    if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`)
    show(number, await createImageBitmap(await answer.blob()))
  }
  await Promise.all(numbers.filter(isCoarse).map(fetchOne))
  await Promise.all(numbers.filter((number) => !isCoarse(number)).map(fetchOne))
}

/** The number among those that are there which is the fewest steps of the turn away; undefined where none is there. */
export function nearest(number: number, there: Iterable<number>): number | undefined {
  const steps = (other: number) => Math.min(Math.abs(other - number), FRAMES - Math.abs(other - number))
  return [...there].sort((a, b) => steps(a) - steps(b))[0]
}
