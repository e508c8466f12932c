import { EventEmitter } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { previewTexts } from '../../src/build/preview.ts'

/** The first check opens every picture. */
const until = (check: () => void) => vi.waitFor(check, { timeout: 20_000 })

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hera-apercu-'))
  cpSync('tests/fixtures/content', folder, { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('covers the page with a mistake at once, for later visits too, and gives it back when it is mended', async () => {
  const watcher = new EventEmitter()
  const ws = Object.assign(new EventEmitter(), { send: vi.fn() })
  const warn = vi.fn()
  previewTexts({ watcher, ws }, { warn }, folder)
  expect(ws.send).not.toHaveBeenCalled()

  const file = join(folder, 'faq/retour.md')
  const right = readFileSync(file, 'utf8')
  const change = (text: string) => {
    writeFileSync(file, text)
    watcher.emit('all', 'change', file)
  }
  const mistake = { type: 'error', err: expect.objectContaining({ message: expect.stringContaining('« ordre »') }) }

  change(right.replace('order:', 'ordre:'))
  await until(() => expect(ws.send).toHaveBeenLastCalledWith(mistake))
  ws.send.mockClear()
  ws.emit('connection')
  expect(ws.send).toHaveBeenCalledWith(mistake)

  change(right)
  await until(() => expect(ws.send).toHaveBeenLastCalledWith({ type: 'full-reload' }))

  ws.send.mockClear()
  change(`${right}\nEnfin !\n`)
  await until(() => expect(warn).toHaveBeenCalledWith(expect.stringContaining('point d’exclamation')))
  expect(ws.send).not.toHaveBeenCalled()
})

it('goes on while the figures are being written', async () => {
  const watcher = new EventEmitter()
  const ws = Object.assign(new EventEmitter(), { send: vi.fn() })
  previewTexts({ watcher, ws }, { warn: vi.fn() }, folder)
  const file = join(folder, 'facts.yaml')
  const right = readFileSync(file, 'utf8')
  for (const change of [
    () => writeFileSync(file, ''),
    () => writeFileSync(file, `${right}poids:\n  tapis: 310 g\n`),
    () => rmSync(file),
  ]) {
    change()
    ws.send.mockClear()
    watcher.emit('all', 'change', file)
    await until(() => expect(ws.send).toHaveBeenLastCalledWith(expect.objectContaining({ type: 'error' })))
  }
  writeFileSync(file, right)
  watcher.emit('all', 'add', file)
  await until(() => expect(ws.send).toHaveBeenLastCalledWith({ type: 'full-reload' }))
})
