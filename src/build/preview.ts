import { join, resolve, sep } from 'node:path'
import type { AstroIntegrationLogger } from 'astro'
import { checkContent } from '../check/check-content.ts'
import { type Finding, sentence } from '../check/finding.ts'
import { committedSources, NoCommitError } from '../check/reading/committed.ts'
import { readSources } from '../check/reading/sources.ts'
import { changesBetween, shownText } from '../check/tools/changes.ts'
import { writeEditorSchemas } from '../check/tools/editor-schemas.ts'
import { FactsError } from '../copy/facts/parse-facts.ts'

const CONTENT = join('src', 'content')
const PICTURES = join('src', 'assets', 'pictures')
/** Waits until an editor has written its file, which some do in several steps. */
const SETTLED_MS = 40
/** Astro sends its own error 200 ms after a page failed; ours follows it, because it names file, line and remedy. */
const AFTER_ASTRO_MS = 300

/** The part of Vite's development server that is used here. */
export interface PreviewServer {
  watcher: { on(event: 'all', listener: (event: string, path: string) => void): unknown }
  ws: {
    send(
      payload:
        | ReturnType<typeof overlay>
        | { type: 'full-reload' }
        | { type: 'custom'; event: 'hera:changes'; data: string[] },
    ): void
    on(event: 'connection', listener: () => void): unknown
  }
}

/**
 * Checks the texts at each change in development. Findings that stop a page from being built cover the page until they
 * are mended; all others are listed in the terminal. What differs from the last commit is marked on the pages.
 * @param content folder of the texts
 * @param checkTexts finds what is wrong with them
 */
export function previewTexts(
  server: PreviewServer,
  logger: Pick<AstroIntegrationLogger, 'warn'>,
  content = CONTENT,
  checkTexts = checkContent,
): void {
  let broken: Finding[] = []
  let timer: NodeJS.Timeout | undefined
  let latest = 0
  let marked = false

  const check = async () => {
    const number = ++latest
    const findings = await findingsOf(() => checkTexts(content, PICTURES), logger)
    // A later change was checked meanwhile.
    if (number !== latest) return
    const wasBroken = broken.length > 0
    broken = findings.filter((finding) => finding.breaks)
    for (const finding of findings) logger.warn(sentence(finding))
    markChanges()
    if (broken.length === 0 && content === CONTENT) writeEditorSchemas(readSources(content))
    if (broken.length > 0) server.ws.send(overlay(broken))
    else if (wasBroken) server.ws.send({ type: 'full-reload' })
  }

  server.watcher.on('all', (_, path) => {
    if (![content, PICTURES].some((folder) => path.startsWith(`${resolve(folder)}${sep}`))) return
    clearTimeout(timer)
    timer = setTimeout(check, SETTLED_MS)
  })
  /** Pages mark what differs from the last commit; the texts are marked as the browser shows them. */
  const markChanges = () => {
    const data = broken.length > 0 ? [] : changedTexts(content)
    if (data.length > 0 || marked) server.ws.send({ type: 'custom', event: 'hera:changes', data })
    marked = data.length > 0
  }

  server.ws.on('connection', () => {
    marked = false
    markChanges()
    const tell = () => broken.length > 0 && server.ws.send(overlay(broken))
    tell()
    setTimeout(tell, AFTER_ASTRO_MS)
  })
  check()
}

/** No findings where a file disappears between listing and reading; the next change starts another check. */
async function findingsOf(
  checkTexts: () => Promise<Finding[]>,
  logger: Pick<AstroIntegrationLogger, 'warn'>,
): Promise<Finding[]> {
  try {
    return await checkTexts()
  } catch (error) {
    logger.warn(`Le contrôle des textes s’est interrompu : ${(error as Error).message}`)
    return []
  }
}

/** The sentences that are new since the last commit; none where there is no commit, or a file cannot be read. */
function changedTexts(content: string): string[] {
  try {
    const changes = changesBetween(committedSources(content), readSources(content))
    return changes.flatMap(({ after }) => after.flatMap(shownText))
  } catch (error) {
    if (error instanceof NoCommitError || error instanceof FactsError) return []
    throw error
  }
}

function overlay(findings: readonly Finding[]) {
  const message = findings.map(sentence).join('\n')
  const err = { name: 'Textes', title: 'Un texte est à corriger', message, stack: message }
  return { type: 'error' as const, err }
}
