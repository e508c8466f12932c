import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'

export interface Reply {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

interface Message {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** The client's address, for a server that trusts one proxy. */
  from?: string
}

const TIMEOUT_MS = 20_000
const agent = new Agent({ keepAlive: true, maxSockets: 800 })

/** Sends one request and reads the whole response. Rejects when the connection breaks. */
export function send(url: string, { method = 'GET', headers = {}, body, from }: Message = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
    const forwarded = from === undefined ? {} : { 'X-Forwarded-For': from }
    const req = request(url, { agent, method, headers: { ...length, ...forwarded, ...headers }, timeout: TIMEOUT_MS })
    req.once('timeout', () => req.destroy(new Error('no response')))
    req.once('error', reject)
    req.once('response', async (res) => {
      try {
        let text = ''
        for await (const chunk of res.setEncoding('utf8')) text += chunk
        resolve({ status: res.statusCode ?? 0, headers: res.headers, text })
      } catch (error) {
        reject(error)
      }
    })
    req.end(body)
  })
}

/** Posts a JSON body to a form. */
export function post(site: string, form: string, body: unknown, from?: string): Promise<Reply> {
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json' }
  return send(`${site}/formulaires/${form}`, { method: 'POST', headers, body: JSON.stringify(body), from })
}

/** Returns a private IPv4 address for a number. */
export function addressOf(n: number): string {
  return `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
}

/** Returns the resident memory of a process, in megabytes. */
export const residentMemory = (pid: number | undefined): number => memory(pid, 'VmRSS')

/** Returns the peak resident memory of a process, in megabytes. */
export const peakMemory = (pid: number | undefined): number => memory(pid, 'VmHWM')

function memory(pid: number | undefined, figure: string): number {
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
