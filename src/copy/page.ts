import { getCollection, getEntry } from 'astro:content'
import { dayInParis } from '../forms/calendar.ts'
import type { Section } from '../model/schemas.ts'
import { isComposed, type PageId, type SECTIONS } from '../model/sections.ts'
import { values } from './facts/facts.ts'
import { plain } from './markdown/markdown.ts'
import { type SeriesState, sectionIn, seriesStateOn } from './series-state.ts'

/** Name of a section of a page. */
type SectionName<Id extends PageId> = Id extends PageId ? keyof (typeof SECTIONS)[Id] & string : never

/** Returns the texts of src/content/pages/{id}.yaml; `section` throws for a missing section, with file and name. */
export async function pageCopy<Id extends PageId>(id: Id) {
  const entry = await getEntry('pages', id)
  if (!entry) throw new Error(`src/content/pages/${id}.yaml manque.`)
  const { title, description, sections } = entry.data
  return {
    title,
    description,
    section(name: SectionName<Id>): Section {
      const section = sections[name]
      if (!section) throw new Error(`src/content/pages/${id}.yaml : la section « ${name} » manque.`)
      return sectionIn(seriesState(), section)
    },
  }
}

/** Sorts entries by `order`, then by id. */
export function sortEntries<Entry extends { id: string; data: { order: number } }>(entries: readonly Entry[]): Entry[] {
  return entries.toSorted((a, b) => a.data.order - b.data.order || a.id.localeCompare(b.id))
}

/** Returns links to the composed pages that ask for a place in the footer. */
export async function footerPages(): Promise<{ label: string; href: string }[]> {
  const pages = await getCollection('pages', ({ id, data }) => isComposed(id) && data.footer === true)
  return pages.map(({ id, data }) => ({ label: nameFrom(data.sections.hero?.title ?? id), href: `/${id}` }))
}

/** Returns the link text for a page: h1 of a legal page, hero title of another; undefined without such texts. */
export async function nameOfPage(path: string): Promise<string | undefined> {
  if (path === '/') return 'Accueil'
  const id = path.slice(1)
  const legal = (await getCollection('legal')).find((page) => page.id === id)
  const title =
    legal?.data.heading ?? (await getCollection('pages')).find((page) => page.id === id)?.data.sections.hero?.title
  return title === undefined ? undefined : nameFrom(title)
}

/** Returns a title without its emphasis. */
function nameFrom(title: string): string {
  return plain(title).replaceAll('*', '')
}

/** Returns the state of the series today; a prerendered page shows that of the build. */
export function seriesState(): SeriesState {
  return seriesStateOn(dayInParis(new Date()), values)
}
