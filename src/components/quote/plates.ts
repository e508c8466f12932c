import type { Plate } from '../islands/PlateChoice.tsx'
import { pictureNamed, sizesOf } from '../pictures.ts'

/** Pictures of the options of the quote form that are chosen by eye: names of pictures.yaml by field and value. */
const PICTURES = {
  piece: { tapis: ['pad'], bonnet: ['bonnet'], ensemble: ['pad', 'bonnet'] },
  model: { elegance: ['elegance-edge'], grand_sport: ['grand-sport-edge'], conseil: ['models'] },
}
/** Width of a plate in pixels, for ordinary and dense screens. */
const WIDTHS = [208, 416]

/** Returns the pictures of each option, by field and value. */
export async function quotePlates(): Promise<Record<string, Record<string, Plate>>> {
  return mapValues(PICTURES, (options) => mapValues(options, (names) => Promise.all(names.map(plateOf))))
}

async function plateOf(name: string): Promise<Plate[number]> {
  const { file, quality } = await pictureNamed(name)
  const [old = ''] = (await sizesOf(file, 'webp', WIDTHS.slice(0, 1), quality, 1)).split(' ')
  const dense = (await sizesOf(file, 'avif', WIDTHS, quality, 1)).replace(/ \d+w/, ' 1x').replace(/ \d+w/, ' 2x')
  return { srcset: dense, src: old }
}

async function mapValues<In, Out>(record: Record<string, In>, map: (value: In) => Promise<Out>) {
  const entries = Object.entries(record).map(async ([key, value]) => [key, await map(value)] as const)
  return Object.fromEntries(await Promise.all(entries))
}
