import type { Block } from './email-draft.ts'

/** Addresses of pages with one button, each for one act on one lead. */
export interface NoticeLinks {
  done: { label: string; href: string }
  tomorrow: { href: string }
}

/** A part of the installation that needs a person. */
export interface FailingPart {
  title: string
  sentence: string
}

/** The same with what whoever looks after the server does about it. */
export interface Repair extends FailingPart {
  remedy?: string | undefined
}

/** Words of ours, as Block has them. */
export const paragraph = (text: string): Block => ({ kind: 'paragraph', text })

/** How many more there are than those that are named. */
export const andMore = (count: number) => paragraph(`Et ${count} de plus, dans le bureau.`)

/** Quoted: the sentence may hold the words of a mail server. */
export function failingPart({ title, sentence }: FailingPart): Block {
  return { kind: 'quote', heading: `${title} : à réparer`, lines: [sentence] }
}

export function linksBlock(links: NoticeLinks | undefined): Block[] {
  if (!links) return []
  const { done, tomorrow } = links
  return [paragraph(`Déjà fait, ou plus tard : [${done.label}](${done.href}) · [Demain](${tomorrow.href})`)]
}

export function repairPart({ title, sentence, remedy }: Repair): Block {
  return { kind: 'quote', heading: title, lines: remedy ? [sentence, remedy] : [sentence] }
}
