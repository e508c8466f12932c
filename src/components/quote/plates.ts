import type { Plate } from '../islands/PlateChoice.tsx'
import { pictureNamed, sizesOf } from '../pictures.ts'

/** Pictures of the options of the quote form that are chosen by eye: names of pictures.yaml by field and value. */
const PICTURES = {
  piece: { tapis: ['pad'], bonnet: ['bonnet'], ensemble: ['pad', 'bonnet'] },
  model: { elegance: ['elegance-edge'], grand_sport: ['grand-sport-edge'], conseil: ['models'] },
}
/** Width of a plate's file in pixels, for dense screens. */
const WIDTH = 416

/** Returns the pictures of each option, by field and value. */
export async function quotePlates(): Promise<Record<string, Record<string, Plate>>> {
  return mapValues(PICTURES, (options) => mapValues(options, (names) => Promise.all(names.map(plateOf))))
}

async function plateOf(name: string): Promise<string> {
  const { file, quality } = await pictureNamed(name)
  const srcset = await sizesOf(file, [WIDTH], quality, 1)
  return srcset.replace(/ .*/, '')
}

async function mapValues<In, Out>(record: Record<string, In>, map: (value: In) => Promise<Out>) {
  const entries = Object.entries(record).map(async ([key, value]) => [key, await map(value)] as const)
  return Object.fromEntries(await Promise.all(entries))
}
