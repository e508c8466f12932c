import { join, resolve, sep } from 'node:path'
import type { AstroIntegrationLogger } from 'astro'
import type { ViteDevServer } from 'vite'
import { CONTENT, type checkSite, PICTURES } from '../../check/check-content.ts'
import { type Finding, sentence } from '../../check/finding.ts'
import { problemPage } from './problem-page.ts'

/** Folders in which a change can make a form differ from its table or lack its page. */
const FORMS = [join('src', 'forms'), join('src', 'pages'), join('db', 'migrations')]
/** Delay before a check, in milliseconds, because some editors write a file in several steps. */
const SETTLED_MS = 40

/** The part of Vite's development server that is used here. */
export type PreviewServer = Pick<ViteDevServer, 'watcher' | 'ws' | 'middlewares' | 'ssrLoadModule'>

/**
 * Checks texts and forms after each change in development. While a mistake breaks a page, every page is replaced
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

  // Loaded through Vite, which reloads it when the check, a form or the list of sections has changed.
  const look: typeof checkSite = async (...folders) =>
    (await server.ssrLoadModule('/src/check/check-content.ts')).checkSite(...folders)

  const check = async () => {
    const number = ++latest
    // A file may disappear between listing and reading; the next change starts another check.
    const findings = await look(content, PICTURES).catch((error: Error): Finding[] => {
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
    if (![content, PICTURES, ...FORMS].some((folder) => path.startsWith(`${resolve(folder)}${sep}`))) return
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
