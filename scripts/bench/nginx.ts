import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { fetchPage, type PageCopy } from './page-copy.ts'
import { CORES, pinned } from './pin.ts'

const TRIES = 50
const PAUSE_MS = 100
/** What nginx writes by itself. */
const OWN_HEADERS = ['Content-Type', 'Content-Length']

/** Starts nginx with one worker on the files of a folder. */
export async function openNginx(folder: string, pages: readonly PageCopy[]) {
  const port = await freePort()
  const config = join(folder, 'nginx.conf')
  writeFileSync(config, configure(folder, pages, port))
  const [command, ...args] = pinned(CORES.server, ['nginx', '-p', folder, '-c', config])
  const child = spawn(command, args, { stdio: 'ignore' })
  const url = `http://localhost:${port}`
  for (let tries = 1; ; tries++) {
    try {
      await fetchPage(`${url}/${pages[0]?.file}`)
      break
    } catch (error) {
      if (tries === TRIES || child.exitCode !== null) throw error
      await sleep(PAUSE_MS)
    }
  }
  return {
    url,
    pid: child.pid,
    async close() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

function configure(folder: string, pages: readonly PageCopy[], port: number): string {
  const locations = pages.map(({ file, headers }) => {
    const added = Object.entries(headers).filter(([name]) => !OWN_HEADERS.includes(name))
    const lines = added.map(([name, value]) => `add_header ${name} ${quote(value)};`).join('\n')
    return `location = /${file} { default_type ${quote(headers['Content-Type'] ?? '')};\n${lines} }`
  })
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder};`)
  return `
    daemon off;
    worker_processes 1;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    pid ${folder}/nginx.pid;
    error_log ${folder}/error.log;
    events { worker_connections 1024; }
    http {
      ${temporary.join('\n')}
      access_log off;
      sendfile on;
      tcp_nopush on;
      open_file_cache max=100 inactive=10m;
      open_file_cache_valid 10m;
      keepalive_requests 1000000000;
      etag off;
      types {}
      server {
        listen 127.0.0.1:${port};
        root ${folder};
        ${locations.join('\n')}
      }
    }`
}

const quote = (value: string) => `"${value.replace(/["\\]/g, '\\$&')}"`
