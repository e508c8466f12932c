import type { Section } from '../content.schemas.ts'

/** What a component that shows a section of a page is given. */
export interface SectionProps {
  section: Section
}

/** The same, where the page says which of its sections this is. */
export interface NamedSectionProps extends SectionProps {
  /** Of the title, which names the section. */
  id: string
}

/** What Astro gives a component of its parent's scoped styles: set on the elements of the component, those styles reach them. */
export function scopeOf(rest: Readonly<Record<string, unknown>>): Record<string, ''> {
  return Object.fromEntries(Object.keys(rest).map((name) => [name, '']))
}
