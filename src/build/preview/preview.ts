import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, resolve, sep } from 'node:path'
import type { AstroIntegrationLogger } from 'astro'
import { checkContent } from '../../check/check-content.ts'
import { type Finding, sentence } from '../../check/finding.ts'
import { committedSources, NoCommitError } from '../../check/reading/committed.ts'
import { readSources } from '../../check/reading/sources.ts'
import { changedSentences } from '../../check/tools/changed-sentences.ts'
import { writeEditorSchemas } from '../../check/tools/editor-schemas.ts'
import { FactsError } from '../../copy/facts/parse-facts.ts'
import { lackingForms } from '../lacking-forms.ts'
import { problemPage } from './problem-page.ts'

const CONTENT = join('src', 'content')
const PICTURES = join('src', 'assets', 'pictures')
/** A form may differ from its table, or lack its page. */
const FORMS = [join('src', 'forms'), join('src', 'pages'), join('db', 'migrations')]
/** Waits until an editor has written its file, which some do in several steps. */
const SETTLED_MS = 40

/** The part of Vite's development server that is used here. */
export interface PreviewServer {
  watcher: { on(event: 'all', listener: (event: string, path: string) => void): unknown }
  ws: {
    send(payload: { type: 'full-reload' } | { type: 'custom'; event: 'hera:changes'; data: string[] }): void
    on(event: 'hera:shown', listener: () => void): unknown
  }
  middlewares: { use(answer: (req: IncomingMessage, res: ServerResponse, next: () => void) => void): unknown }
}

/**
 * Checks the texts and the forms at each change in development. What stops a page from being built takes the place of every
 * page until it is mended; all other findings are listed in the terminal. What differs from the last commit is marked on the
 * pages.
 * @param content folder of the texts
 * @param checkTexts finds what is wrong with them
 * @param checkForms finds what the forms lack
 */
export function previewTexts(
  server: PreviewServer,
  logger: Pick<AstroIntegrationLogger, 'warn'>,
  content = CONTENT,
  checkTexts = checkContent,
  checkForms: () => string[] | Promise<string[]> = lackingForms,
): void {
  let problems: string[] = []
  let timer: NodeJS.Timeout | undefined
  let latest = 0
  let marked = false

  const check = async () => {
    const number = ++latest
    // A file may disappear between listing and reading; the next change starts another check.
    const findings = await checkTexts(content, PICTURES).catch((error: Error): Finding[] => {
      logger.warn(`Le contrôle des textes s’est interrompu : ${error.message}`)
      return []
    })
    const lacking = await checkForms()
    // A later change was checked meanwhile.
    if (number !== latest) return
    const before = problems.join()
    const broken = findings.filter(({ breaks }) => breaks).map(sentence)
    problems = [...broken, ...lacking]
    for (const finding of findings) logger.warn(sentence(finding))
    if (broken.length === 0 && content === CONTENT) writeEditorSchemas(readSources(content))
    if (problems.join() !== before) server.ws.send({ type: 'full-reload' })
    else markChanges()
  }

  server.watcher.on('all', (_, path) => {
    if (![content, PICTURES, ...FORMS].some((folder) => path.startsWith(`${resolve(folder)}${sep}`))) return
    clearTimeout(timer)
    timer = setTimeout(check, SETTLED_MS)
  })
  /** Pages mark what differs from the last commit; the texts are marked as the browser shows them. */
  const markChanges = () => {
    const data = problems.length > 0 ? [] : changedTexts(content)
    if (data.length > 0 || marked) server.ws.send({ type: 'custom', event: 'hera:changes', data })
    marked = data.length > 0
  }

  // A page asks once it listens.
  server.ws.on('hera:shown', () => {
    marked = false
    markChanges()
  })
  server.middlewares.use((req, res, next) => {
    // Scripts, pictures and answers in JSON go on.
    if (problems.length === 0 || !req.headers.accept?.includes('text/html')) return next()
    res.writeHead(500, { 'Content-Type': 'text/html; charset=utf-8' }).end(problemPage(problems))
  })
  check()
}

/** The sentences that are new since the last commit; none where there is no commit, or a file cannot be read. */
function changedTexts(content: string): string[] {
  try {
    return changedSentences(committedSources(content), readSources(content))
  } catch (error) {
    if (error instanceof NoCommitError || error instanceof FactsError) return []
    throw error
  }
}
