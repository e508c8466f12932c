import { join, resolve, sep } from 'node:path'
import type { AstroIntegrationLogger } from 'astro'
import { checkContent } from '../check/check-content.ts'
import { type Finding, sentence } from '../check/finding.ts'

const PICTURES = join('src', 'assets', 'pictures')
/** Waits until an editor has written its file, which some do in several steps. */
const SETTLED_MS = 40
/** Astro sends its own error 200 ms after a page failed; ours follows it, because it names file, line and remedy. */
const AFTER_ASTRO_MS = 300

/** The part of Vite's development server that is used here. */
export interface PreviewServer {
  watcher: { on(event: 'all', listener: (event: string, path: string) => void): unknown }
  ws: {
    send(payload: ReturnType<typeof overlay> | { type: 'full-reload' }): void
    on(event: 'connection', listener: () => void): unknown
  }
}

/**
 * Checks the texts at each change in development. Findings that stop a page from being built cover the page until they
 * are mended; all others are listed in the terminal.
 */
export function previewTexts(
  server: PreviewServer,
  logger: Pick<AstroIntegrationLogger, 'warn'>,
  content = join('src', 'content'),
): void {
  let broken: Finding[] = []
  let timer: NodeJS.Timeout | undefined

  const check = () => {
    const findings = findingsOf(content, logger)
    const wasBroken = broken.length > 0
    broken = findings.filter((finding) => finding.breaks)
    for (const finding of findings) logger.warn(sentence(finding))
    if (broken.length > 0) server.ws.send(overlay(broken))
    else if (wasBroken) server.ws.send({ type: 'full-reload' })
  }

  server.watcher.on('all', (_, path) => {
    if (![content, PICTURES].some((folder) => path.startsWith(`${resolve(folder)}${sep}`))) return
    clearTimeout(timer)
    timer = setTimeout(check, SETTLED_MS)
  })
  server.ws.on('connection', () => {
    const tell = () => broken.length > 0 && server.ws.send(overlay(broken))
    tell()
    setTimeout(tell, AFTER_ASTRO_MS)
  })
  check()
}

/** No findings where a file disappears between listing and reading; the next change starts another check. */
function findingsOf(content: string, logger: Pick<AstroIntegrationLogger, 'warn'>): Finding[] {
  try {
    return checkContent(content, PICTURES)
  } catch (error) {
    logger.warn(`Le contrôle des textes s’est interrompu : ${(error as Error).message}`)
    return []
  }
}

function overlay(findings: readonly Finding[]) {
  const message = findings.map(sentence).join('\n')
  const err = { name: 'Textes', title: 'Un texte est à corriger', message, stack: message }
  return { type: 'error' as const, err }
}
