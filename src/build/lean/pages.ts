import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { minify } from 'rolldown/utils'
import { sourceOf } from '../own-policy.ts'
import { shortNames } from './pictures.ts'
import { bundle, type Script, writeScript } from './scripts.ts'
import { usedStyles } from './styles.ts'

/** In bytes: a script that is shorter costs less in the page than a request of its own. */
const INLINE_MAX = 3072

const STYLE = /<style>([\s\S]*?)<\/style>/g
const MODULE = /<script type="module"(?: src="(\/_astro\/[^"]+)")?>([\s\S]*?)<\/script>/g
const BLOCKING = /(?<=<script>)[\s\S]*?(?=<\/script>)/

/** Beside the tags of what stands on lines of its own, white space means nothing. */
const BLOCK =
  'html|head|title|meta|link|body|main|header|footer|nav|section|article|aside|div|p|h[1-6]|ul|ol|li|dl|dt|dd|figure|figcaption|blockquote|picture|source|path|form|fieldset|dialog|details|summary|table|thead|tbody|tr|th|td'
const BLANK = new RegExp(`\\s+(?=</?(?:${BLOCK})[ >])|(?<=</?(?:${BLOCK})(?: [^<>]*)?>)\\s+`, 'g')

/**
 * Makes the built pages lighter (docs/decisions/0014): each gets one style sheet, of what it uses, and at most one module
 * script, which stands in it when it is short and lets letters and pictures go first when it is not. Random names, which do
 * not compress, become short ones.
 * @param client folder of the built files; its pages are written anew
 * @returns sources of the new scripts and styles, for the policies of the pages
 */
export async function leanPages(client: string): Promise<Set<string>> {
  const read = (path: string) => readFileSync(join(client, path), 'utf8')
  const names = readdirSync(client).filter((name) => name.endsWith('.html'))
  const pictures = shortNames(client, names.map(read))
  const form = readdirSync(join(client, '_astro')).filter((name) => name.startsWith('hydrate.'))
  const sources = new Set<string>()
  const own = (text: string) => {
    if (text) sources.add(sourceOf(text))
    return text
  }
  for (const name of names) {
    const html = withShortNames(read(name), pictures)
    const modules = [...html.matchAll(MODULE)].map(([, src, text = '']): Script => (src ? { src } : { text }))
    const script = await bundle(client, modules)
    const css = [...html.matchAll(STYLE)].map(([, css]) => css).join('')
    const bare = html.replace(STYLE, '').replace(MODULE, '').replace(BLANK, '')
    const words = wordsOf(
      bare,
      script,
      ...(bare.includes('data-island') ? form.map((file) => read(`_astro/${file}`)) : []),
    )
    const style = own(usedStyles(css, words))
    const module =
      script.length > INLINE_MAX
        ? asFile(writeScript(client, script))
        : script && `<script type="module">${own(script)}</script>`
    const blocking = own((await minify('head.js', BLOCKING.exec(bare)?.[0] ?? '')).code.trim())
    const end = `<style>${style}</style>${module}</head>`
    writeFileSync(
      join(client, name),
      bare.replace(BLOCKING, () => blocking).replace('</head>', () => end),
    )
  }
  return sources
}

function withShortNames(html: string, pictures: ReadonlyMap<string, string>): string {
  const scopes = new Map<string, string>()
  return html
    .replace(/\bdata-astro-cid-\w+/g, (mark) => {
      if (!scopes.has(mark)) scopes.set(mark, `data-${scopes.size}`)
      return scopes.get(mark) ?? mark
    })
    .replace(/"(Hera \w+)-[0-9a-f]+( fallback)?[^"]*"/g, '"$1$2"')
    .replace(/(?<=\/_astro\/)[\w.-]+/g, (file) => pictures.get(file) ?? file)
}

function wordsOf(...texts: readonly string[]): Set<string> {
  return new Set(texts.flatMap((text) => text.match(/[\w-]+/g) ?? []))
}

/** A script that lets letters and pictures go first. */
const asFile = (path: string) => `<script type="module" src="${path}" fetchpriority="low"></script>`
