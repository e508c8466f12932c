import { parse } from 'yaml'
import source from '../content/pictures.yaml?raw'

const pictures = parse(source) as Record<string, { alt: string; synthese?: boolean }>
const rendered = Object.values(pictures).filter(({ synthese }) => synthese)

/** True for a picture that is computer-generated and no photograph (pictures.yaml, synthese). */
export function isRendered(name: string): boolean {
  return pictures[name]?.synthese === true
}

/** How many pictures of the site are computer-generated. */
export const renderedShare =
  rendered.length === 0 ? 'none' : rendered.length < Object.keys(pictures).length ? 'some' : 'all'
