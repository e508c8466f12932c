import { readFileSync } from 'node:fs'

interface Message {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer<ArrayBuffer>
  /** The client's address, for a server that trusts one proxy. */
  from?: string
}

/** Only catches hangs: a busy machine may take a minute for a restart. */
const TIMEOUT_MS = 120_000

/** Sends one request and reads the whole response. Rejects when the connection breaks. */
export async function send(url: string, { from, headers, ...message }: Message = {}) {
  const response = await fetch(url, {
    ...message,
    redirect: 'manual',
    headers: { ...(from && { 'X-Forwarded-For': from }), ...headers },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() }
}

export type Reply = Awaited<ReturnType<typeof send>>

/** Posts a JSON body to a form. */
export function post(site: string, form: string, body: unknown, from?: string) {
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json' }
  return send(`${site}/formulaires/${form}`, { method: 'POST', headers, body: JSON.stringify(body), from })
}

/** Returns a private IPv4 address for a number. */
export function addressOf(n: number): string {
  return `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
}

/** Returns the resident memory of a process in megabytes: now, or the most that it had. */
export function memoryOf(pid: number | undefined, figure: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(new RegExp(`${figure}:\\s+(\\d+)`).exec(status)?.[1]) / 1024)
}

/** Runs a task for each number below `total`, `width` at a time. */
export async function inParallel(total: number, width: number, task: (n: number) => Promise<void>): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < total) await task(next++)
  }
  await Promise.all(Array.from({ length: width }, worker))
}
