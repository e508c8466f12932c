import { main } from '../server/main.ts'

/** The parts of the options of `astro preview` that the server takes over. */
interface PreviewOptions {
  host: string | undefined
  port: number
}

/** Runs the built site for `astro preview`, with its forms, as `npm run serve` does. */
export default async function preview({ host, port }: PreviewOptions) {
  const code = await main({ ...process.env, PORT: String(port), ...(host && { HOST: host }) })
  if (code !== undefined) process.exit(code)
  // The server ends with its process, by a signal.
  return { host, port, closed: () => new Promise<void>(() => {}), stop: async () => {} }
}
