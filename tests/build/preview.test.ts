import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { expect, it, vi } from 'vitest'
import { type PreviewServer, previewTexts } from '../../src/build/preview/preview.ts'
import { checkContent } from '../../src/check/check-content.ts'
import { contentFolder } from '../check/content-folder.ts'

const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000 })

const { folder, pictures, read, write } = contentFolder()

/** Opens the preview with a stub server; `see` returns what is shown instead of a page, or ''. */
function openPreview() {
  const watcher = new EventEmitter()
  const ws = Object.assign(new EventEmitter(), { send: vi.fn() })
  const warn = vi.fn()
  let answer = (_: IncomingMessage, __: never, next: () => void) => next()
  const middlewares = { use: (given: typeof answer) => (answer = given) }
  const ssrLoadModule = async () => ({ checkContent: (texts: string) => checkContent(texts, pictures) })
  previewTexts({ watcher, ws, middlewares, ssrLoadModule } as unknown as PreviewServer, { warn }, folder)
  const see = (accept = 'text/html') => {
    const written: string[] = []
    const res = { writeHead: () => res, end: (html: string) => written.push(html) }
    answer({ headers: { accept } } as IncomingMessage, res as never, () => written.push(''))
    return written.join()
  }
  return { watcher, ws, see }
}

it('the preview replaces a page with the findings until the mistake is corrected', async () => {
  const { watcher, ws, see } = openPreview()
  expect(see()).toBe('')

  const file = `${folder}/faq/retour.md`
  const right = read('faq/retour.md')
  const change = (text: string) => {
    write('faq/retour.md', text)
    watcher.emit('all', 'change', file)
  }

  change(right.replace('order:', 'ordre:'))
  await until(() => expect(see()).toContain(`${file}:3 : « ordre » n’est pas`))
  expect(ws.send).toHaveBeenCalledWith({ type: 'full-reload' })
  expect(see()).not.toContain('Stack')
  // Scripts and pictures are still served.
  expect(see('*/*')).toBe('')

  ws.send.mockClear()
  change(right)
  await until(() => expect(see()).toBe(''))
  expect(ws.send).toHaveBeenCalledWith({ type: 'full-reload' })
})
