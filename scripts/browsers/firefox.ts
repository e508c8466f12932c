import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Driver } from './driver.ts'

/** Starts Firefox, which supports WebDriver BiDi without a driver (https://w3c.github.io/webdriver-bidi/). */
export async function firefox(program = 'firefox-esr'): Promise<Driver> {
  const profile = mkdtempSync(join(tmpdir(), 'hera-firefox-'))
  const child = spawn(program, ['--headless', '--profile', profile, '--remote-debugging-port=0'])
  const address = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (chunk) => {
      const found = /WebDriver BiDi listening on (\S+)/.exec(String(chunk))
      if (found?.[1]) resolve(found[1])
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${program} ended with ${code}`)))
  })
  const socket = new WebSocket(`${address}/session`)
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))

  let last = 0
  function send<T>(method: string, params: object): Promise<T> {
    last += 1
    const id = last
    socket.send(JSON.stringify({ id, method, params }))
    return new Promise((resolve, reject) => {
      const listen = ({ data }: MessageEvent) => {
        const answer = JSON.parse(data)
        if (answer.id !== id) return
        socket.removeEventListener('message', listen)
        if (answer.type === 'error') reject(new Error(`${method}: ${answer.message}`))
        else resolve(answer.result)
      }
      socket.addEventListener('message', listen)
    })
  }

  const session = await send<{ capabilities: { browserVersion: string } }>('session.new', { capabilities: {} })
  const { contexts } = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {})
  const context = contexts[0]?.context
  return {
    name: `Firefox ${session.capabilities.browserVersion}`,
    go: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    resize: (width, height) => send('browsingContext.setViewport', { context, viewport: { width, height } }),
    async run(expression) {
      const answer = await send<{ result?: { value: string }; exceptionDetails?: { text: string } }>(
        'script.evaluate',
        {
          expression: `JSON.stringify({ value: ${expression} })`,
          target: { context },
          awaitPromise: true,
        },
      )
      if (!answer.result) throw new Error(`${answer.exceptionDetails?.text} in ${expression}`)
      return JSON.parse(answer.result.value).value
    },
    act: (actions) => send('input.performActions', { context, actions }),
    async close() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill()
      await ended
      rmSync(profile, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}
