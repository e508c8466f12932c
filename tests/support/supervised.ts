import { once } from 'node:events'
import { createServer } from 'node:net'
import { openSite, SERVE, type Site } from './site.ts'

/** A site whose listening socket outlives its process, as with deploy/hera.socket. */
export interface SupervisedSite extends Site {
  /** Stops the process with SIGTERM and resolves once the next one has started. */
  restart(): Promise<void>
}

/** Keeps descriptor 3 open and restarts the program whenever it ends, as systemd does. */
const SUPERVISOR = `trap 'kill $child; wait $child; exit' TERM
while :; do LISTEN_FDS=1 "$@" & child=$!; echo "pid $child"; wait $child; done`
const BACKLOG = 4096
const ANNOUNCED = /Hera est à l’adresse/g
const START_MS = 60_000

/** Opens a listening socket on a free port and starts the built site on it. */
export async function openSupervised(env: NodeJS.ProcessEnv): Promise<SupervisedSite> {
  const socket = createServer().listen({ port: 0, host: '127.0.0.1', backlog: BACKLOG })
  await once(socket, 'listening')
  // Node has no public API for the descriptor of a server.
  const { fd } = (socket as unknown as { _handle: { fd: number } })._handle
  const opening = openSite(env, ['sh', '-c', SUPERVISOR, 'sh', ...SERVE], undefined, fd)
  // From here on only the program accepts connections.
  socket.close()
  const site = await opening
  const starts = () => site.output().match(ANNOUNCED)?.length ?? 0
  return {
    ...site,
    async restart() {
      const before = starts()
      process.kill(Number(/pid (\d+)(?![\s\S]*pid \d)/.exec(site.output())?.[1]), 'SIGTERM')
      for (const end = Date.now() + START_MS; starts() === before; ) {
        if (Date.now() > end) throw new Error(`The site did not start again:\n${site.output()}`)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
  }
}
