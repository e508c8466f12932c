import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../tests/support/site.ts'
import { onCore } from './load.ts'

/** Serves the built files with nginx, in one process on the core for servers, with the build's compressed files. */
export async function openNginx() {
  const folder = mkdtempSync(join(tmpdir(), 'hera-nginx-'))
  const port = await freePort()
  writeFileSync(join(folder, 'nginx.conf'), configuration(folder, port))
  const [command, ...args] = onCore(0, 'nginx', '-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf'))
  const child = spawn(command, args, { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  for (let tries = 50; ; tries--) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break
    if (tries === 0) throw new Error('nginx does not respond')
    await sleep(100)
  }
  const close = async () => {
    child.kill()
    await once(child, 'exit')
    rmSync(folder, { recursive: true })
  }
  return { url, pid: child.pid, close }
}

function configuration(folder: string, port: number): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder};`)
  return `
    daemon off;
    master_process off;
    pid ${folder}/nginx.pid;
    events { worker_connections 1024; }
    http {
      ${temporary.join(' ')}
      access_log off;
      sendfile on;
      tcp_nopush on;
      open_file_cache max=100 inactive=10m;
      open_file_cache_valid 10m;
      keepalive_requests 1000000000;
      gzip_static on;
      types { text/html html; }
      server {
        listen 127.0.0.1:${port};
        root ${resolve('dist/client')};
        location = / { try_files /index.html =404; }
        location / { try_files $uri.html =404; }
      }
    }`
}
