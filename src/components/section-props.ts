import type { Section } from '../model/schemas.ts'

/** Props of a component that renders a section of a page. */
export interface SectionProps {
  section: Section
}

/** The same for sections whose id the page sets. */
export interface NamedSectionProps extends SectionProps {
  /** Id of the title, which labels the section. */
  id: string
}

/** Returns the scope attributes that Astro passes for the parent's styles; elements with them get those styles. */
export function scopeOf(rest: Readonly<Record<string, unknown>>): Record<string, ''> {
  return Object.fromEntries(Object.keys(rest).map((name) => [name, '']))
}
