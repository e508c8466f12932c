import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../tests/support/site.ts'
import type { Driver } from './driver.ts'

/** Starts WebKitGTK with its WebDriver (https://www.w3.org/TR/webdriver2/) on its own virtual screen. */
export async function webkit(): Promise<Driver> {
  const port = await freePort()
  const screen = ['-a', '-s', '-screen 0 1600x1200x24']
  const child = spawn('xvfb-run', [...screen, 'WebKitWebDriver', `--port=${port}`], { detached: true })
  const failed = new Promise<never>((_, reject) => child.once('error', reject))

  async function send<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    const { value } = await response.json()
    if (!response.ok) throw new Error(`${path}: ${value.message}`)
    return value
  }

  const ready = async () => {
    while (!(await send('GET', '/status').catch(() => undefined))) await wait(100)
  }
  await Promise.race([ready(), failed])
  const options = { binary: miniBrowser(), args: ['--automation'] }
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
  type Session = { sessionId: string; capabilities: { browserVersion: string } }
  const session = await send<Session>('POST', '/session', { capabilities })
  const at = `/session/${session.sessionId}`
  return {
    name: `WebKitGTK ${session.capabilities.browserVersion}`,
    go: (url) => send('POST', `${at}/url`, { url }),
    resize: (width, height) => send('POST', `${at}/window/rect`, { width, height }),
    run: (expression) => send('POST', `${at}/execute/sync`, { script: `return ${expression}`, args: [] }),
    act: (actions) => send('POST', `${at}/actions`, { actions }),
    async close() {
      await send('DELETE', at).catch(() => undefined)
      // Kills the process group, because xvfb-run does not forward signals to the screen and the driver.
      if (child.pid) process.kill(-child.pid)
    },
  }
}

/** Path of the minimal browser that comes with the library. */
function miniBrowser(): string {
  const [path] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')
  if (!path) throw new Error('MiniBrowser is not installed')
  return path
}
