import { getCollection, getEntry } from 'astro:content'
import type { PageId, SECTIONS, Section } from '../content.config.ts'
import { isComposed } from '../content.sections.ts'
import { dayInParis } from '../forms/calendar.ts'
import { values } from './facts/facts.ts'
import { plain } from './markdown/markdown.ts'

/** The name of a section of one of the pages. */
type SectionName<Id extends PageId> = Id extends PageId ? keyof (typeof SECTIONS)[Id] & string : never

/** A page's texts; `section` throws with the file and the name when a section that the page needs is not there. */
export interface PageCopy<Id extends PageId> {
  title: string | undefined
  description: string | undefined
  section(name: SectionName<Id>): Section
}

/** The texts of src/content/pages/{id}.yaml. */
export async function pageCopy<Id extends PageId>(id: Id): Promise<PageCopy<Id>> {
  const { title, description, sections } = await page(id)
  return {
    title,
    description,
    section(name) {
      const section = sections[name]
      if (!section) throw new Error(`src/content/pages/${id}.yaml : la section « ${name} » manque.`)
      return asOfNow(section)
    },
  }
}

/** Links to the pages that copywriters composed and that ask to be in the footer. */
export async function footerPages(): Promise<{ label: string; href: string }[]> {
  const pages = await getCollection('pages', ({ id, data }) => isComposed(id) && data.footer === true)
  return pages.map(({ id, data }) => ({ label: plain(data.sections.hero?.title ?? id), href: `/${id}` }))
}

/**
 * What a page of the site is called where it is linked to: the h1 of a legal page, the title of another's hero;
 * undefined for a page whose texts are not in src/content.
 */
export async function nameOfPage(path: string): Promise<string | undefined> {
  const id = path.slice(1) || 'home'
  const legal = (await getCollection('legal')).find((page) => page.id === id)
  const title =
    legal?.data.heading ?? (await getCollection('pages')).find((page) => page.id === id)?.data.sections.hero?.title
  return title === undefined ? undefined : plain(title)
}

/** True once the first partner saddlery is published. */
export async function hasSaddleries(): Promise<boolean> {
  return (await getCollection('saddleries')).length > 0
}

/** Where the series stands as the site is built: being made, ready to be ordered, or past its campaign's last day. */
export function seriesState(): 'made' | 'available' | 'over' {
  if (dayInParis(new Date()) > (values.fin_de_campagne ?? '')) return 'over'
  return values.etat_serie === 'disponible' ? 'available' : 'made'
}

/** True while the series is being made. */
export function seriesRuns(): boolean {
  return seriesState() === 'made'
}

/** A section without what it says of a series that is no longer being made, and of a waiting list that is closed. */
function asOfNow(section: Section): Section {
  const state = seriesState()
  const holds = ({ serie, attente }: { serie?: boolean | undefined; attente?: boolean | undefined }) =>
    !(serie && state !== 'made') && !(attente && state === 'available')
  return { ...section, items: section.items?.filter(holds), actions: section.actions?.filter(holds) }
}

async function page(id: string) {
  const entry = await getEntry('pages', id)
  if (!entry) throw new Error(`src/content/pages/${id}.yaml manque.`)
  return entry.data
}
