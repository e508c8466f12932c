import { resolve, sep } from 'node:path'
import type { AstroIntegrationLogger } from 'astro'
import type { ViteDevServer } from 'vite'
import { CONTENT, PICTURES } from '../../check/check-content.ts'
import { type Finding, sentence } from '../../check/finding.ts'
import { escapeHtml } from '../../copy/markdown/escape-html.ts'

/** Delay before a check, in milliseconds, because some editors write a file in several steps. */
const SETTLED_MS = 40

// Hides Astro's own error overlay, which is in English.
const STYLE =
  'body{margin:0;background:#fbf7ef;color:#2b1a12;font:1.125rem/1.6 Georgia,serif}main{max-width:44rem;margin:12vh auto;padding:0 1.5rem}h1{font-size:2rem;line-height:1.2;font-weight:400;color:#3b2416}ul{padding:0;list-style:none}li{margin-block:1.5rem;padding-inline-start:1rem;border-inline-start:3px solid #8a3b1c;overflow-wrap:anywhere}vite-error-overlay{display:none}'

/** The part of Vite's development server that is used here. */
export type PreviewServer = Pick<ViteDevServer, 'watcher' | 'ws' | 'middlewares' | 'ssrLoadModule'>

/**
 * Checks the texts after each change in development. While a mistake breaks a page, every page is replaced
 * by the list of these mistakes. All findings of the texts are logged in the terminal.
 * @param content folder of the texts
 */
export function previewTexts(
  server: PreviewServer,
  logger: Pick<AstroIntegrationLogger, 'warn'>,
  content = CONTENT,
): void {
  let problems: string[] = []
  let timer: NodeJS.Timeout | undefined
  let latest = 0

  const check = async () => {
    const number = ++latest
    // Loaded through Vite, which reloads it when a form or the list of sections has changed. A file may disappear between
    // listing and reading; the next change starts another check.
    const findings: Finding[] = await server
      .ssrLoadModule('/src/check/check-content.ts')
      .then(({ checkContent }) => checkContent(content, PICTURES))
      .catch((error: Error) => {
        logger.warn(`Le contrôle des textes s’est interrompu : ${error.message}`)
        return []
      })
    // A newer check has started meanwhile.
    if (number !== latest) return
    const before = problems.join()
    problems = findings.filter(({ breaks }) => breaks).map(sentence)
    for (const finding of findings) logger.warn(sentence(finding))
    if (problems.join() !== before) server.ws.send({ type: 'full-reload' })
  }

  server.watcher.on('all', (_, path) => {
    if (![content, PICTURES].some((folder) => path.startsWith(`${resolve(folder)}${sep}`))) return
    clearTimeout(timer)
    timer = setTimeout(check, SETTLED_MS)
  })
  server.middlewares.use((req, res, next) => {
    // Scripts, images and JSON are still served.
    if (problems.length === 0 || !req.headers.accept?.includes('text/html')) return next()
    res.writeHead(500, { 'Content-Type': 'text/html; charset=utf-8' }).end(problemPage(problems))
  })
  check()
}

/**
 * Returns the page that replaces every page of the preview until the problems are fixed. The script of Vite
 * reloads it when a file changes.
 * @param problems one French sentence each, with file, line and remedy
 */
function problemPage(problems: readonly string[]): string {
  const items = problems.map((problem) => `<li>${escapeHtml(problem)}</li>`).join('')
  return `<!doctype html>
<html lang="fr">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>À corriger</title><style>${STYLE}</style><script type="module" src="/@vite/client"></script></head>
<body><main><h1>${problems.length === 1 ? 'Un point est à corriger' : `${problems.length} points sont à corriger`}</h1><ul>${items}</ul><p>Corrigez et enregistrez : la page revient d’elle-même.</p></main></body>
</html>
`
}
