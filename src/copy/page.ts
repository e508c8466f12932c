import { getCollection, getEntry } from 'astro:content'
import type { Section } from '../content.config.ts'
import { plain } from './markdown.ts'

/** A page's texts; `section` throws with the file and the name when the page needs a section that is not there. */
export interface PageCopy {
  title: string | undefined
  description: string | undefined
  section(name: string): Section
}

/** The texts of src/content/pages/{id}.yaml. */
export async function pageCopy(id: string): Promise<PageCopy> {
  const entry = await getEntry('pages', id)
  if (!entry) throw new Error(`src/content/pages/${id}.yaml manque.`)
  return {
    title: entry.data.title,
    description: entry.data.description,
    section(name) {
      const section = entry.data.sections[name]
      if (!section) throw new Error(`src/content/pages/${id}.yaml : la section « ${name} » manque.`)
      return section
    },
  }
}

/** What a page of the site is called where it is linked to: the h1 of a legal page, the title of another's hero. */
export async function nameOfPage(path: string): Promise<string> {
  const id = path.slice(1) || 'home'
  const legal = (await getCollection('legal')).find((page) => page.id === id)
  if (legal) return plain(legal.data.heading)
  const hero = (await pageCopy(id)).section('hero')
  return plain(hero.title ?? id)
}
