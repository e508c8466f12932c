import { getCollection, getEntry } from 'astro:content'
import type { PageId, SECTIONS, Section } from '../content.config.ts'
import { plain } from './markdown.ts'

/** A page's texts; `section` throws with the file and the name when a section that the page needs is not there. */
export interface PageCopy<Id extends PageId> {
  title: string | undefined
  description: string | undefined
  section(name: (typeof SECTIONS)[Id][number]): Section
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
      return section
    },
  }
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

async function page(id: string) {
  const entry = await getEntry('pages', id)
  if (!entry) throw new Error(`src/content/pages/${id}.yaml manque.`)
  return entry.data
}
