import { fillIn } from '../../copy/words/plain-words.ts'
import { interfaceWords } from '../../copy/words/words.ts'
import type { TestimonialEntry } from '../../model/schemas.ts'

/** One testimonial; its texts already have French typography, and its dates are in words. */
export type Testimonial = Omit<TestimonialEntry, 'order' | 'proof' | 'date' | 'experience'> & { dates?: string }

const { avis: phrases } = interfaceWords

const STARS = 5
const STAR = 'l1.6 3.5 3.8.4-2.8 2.6.8 3.8-3.4-1.9-3.4 1.9.8-3.8-2.8-2.6 3.8-.4z'

export function Quotation({ testimonial }: { testimonial: Testimonial }) {
  const { stars, text, name, title, initials, example, dates } = testimonial
  return (
    <figure className="quotation">
      <p className="quotation-rating">
        <span className="visually-hidden">{fillIn(phrases.etoiles, { nombre: stars, total: STARS })}</span>
        <svg viewBox="0 0 60 12" aria-hidden="true">
          <path d={starsPath(stars)} />
          {stars < STARS && <path className="quotation-empty" d={starsPath(STARS - stars, stars)} />}
        </svg>
        {example && <span className="quotation-example">{phrases.exemple}</span>}
      </p>
      <blockquote>
        <p>{text}</p>
      </blockquote>
      <figcaption>
        <span className="quotation-initials" aria-hidden="true">
          {initials}
        </span>
        <span>
          {name}
          <span className="quotation-title">{title}</span>
          {dates && <span className="quotation-title">{dates}</span>}
        </span>
      </figcaption>
    </figure>
  )
}

/** Returns the SVG path of `count` stars in a row, after the place of `after` others. */
function starsPath(count: number, after = 0): string {
  return Array.from({ length: count }, (_, index) => `M${6 + 12 * (after + index)} .8${STAR}`).join('')
}
