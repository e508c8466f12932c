import { join, resolve, sep } from 'node:path'
import type { AstroIntegrationLogger } from 'astro'
import type { ViteDevServer } from 'vite'
import { checkContent } from '../check/check-content.ts'
import { type Finding, sentence } from '../check/finding.ts'

const PICTURES = join('src', 'assets', 'pictures')
/** Editors write a file in several steps. */
const SETTLED_MS = 40
/** Astro sends its own message of a page that failed 200 ms after the answer; ours says file, line and mend. */
const AFTER_ASTRO_MS = 300

/**
 * Checks the texts at each change in development: what keeps a page from being made covers the page until it is mended,
 * the rest is listed in the terminal.
 */
export function previewTexts(
  server: Pick<ViteDevServer, 'watcher' | 'ws'>,
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

/** None while a file goes away between its listing and its reading; the next change is checked again. */
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
