import { hash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

/** A module script of a page: the path of its file, or what it says. */
export type Script = { src: string } | { text: string }

const PAGE = '\0page'
const INLINE = '\0inline-'

/**
 * One script of all the modules that a page asks for, so that they cost one request, or none. What a script fetches later
 * stays a file of its own.
 * @param client folder of the built files
 * @param scripts the page's module scripts in their order
 */
export async function bundle(client: string, scripts: readonly Script[]): Promise<string> {
  const ids = scripts.map((script, index) => ('src' in script ? join(client, script.src) : `${INLINE}${index}`))
  const build = await rolldown({
    input: PAGE,
    plugins: [
      {
        name: 'hera:page',
        resolveId(id, _, { kind }) {
          if (kind === 'dynamic-import') return { id: id.replace(/^\./, '/_astro'), external: 'absolute' }
          return id.startsWith('\0') ? id : undefined
        },
        load(id) {
          if (id === PAGE) return ids.map((other) => `import ${JSON.stringify(other)}`).join('\n')
          const script = id.startsWith(INLINE) && scripts[Number(id.slice(INLINE.length))]
          return script && 'text' in script ? script.text : undefined
        },
      },
    ],
  })
  const { output } = await build.generate({ minify: true })
  await build.close()
  return output[0].code.trim()
}

/** Writes a script beside the others and gives its path. */
export function writeScript(client: string, code: string): string {
  const path = `/_astro/page.${hash('sha256', code, 'base64url').slice(0, 8)}.js`
  writeFileSync(join(client, path), code)
  return path
}
