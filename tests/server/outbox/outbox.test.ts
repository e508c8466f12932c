import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Sender } from '../../../src/server/outbox/sender.ts'
import { type MailServer, openMailServer } from '../../smtp.ts'
import { openShop, type Shop } from './shop.ts'

let server: MailServer
let shop: Shop
let sender: Sender | undefined
let printed: string[]
beforeEach(async () => {
  server = await openMailServer()
  shop = openShop(server.url)
  printed = []
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      printed.push(String(text))
      return true
    })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await sender?.stop()
  sender = undefined
  await server.close()
})

const start = () => {
  sender = shop.send()
}
const arrived = (count: number) => expect.poll(() => server.received.length).toBe(count)

it('an e-mail takes no header and no second recipient from what is typed', async () => {
  const nasty = 'x\r\nBcc: victime@exemple.fr\r\n\r\nFaux'
  shop.submit('contact', { name: nasty, message: nasty, email: "o'br{ien|x@exemple.fr" })
  start()
  await arrived(2)
  expect(server.received.flatMap((mail) => mail.to).sort()).toEqual(['atelier@hera.example', "o'br{ien|x@exemple.fr"])
  for (const { headers } of server.received) expect(headers.bcc).toBeUndefined()
})

it('a mail server that refuses the connection: everything is stored, and goes once when it is back', async () => {
  const { port } = server
  await server.close()
  start()
  shop.submit('contact')
  shop.submit('partnership')
  await expect.poll(() => printed.join('')).toMatch(/ERROR mail .*next attempt/)
  server = await openMailServer({ port })
  await arrived(4)
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(server.received).toHaveLength(4)
  expect(printed.join('')).toContain('answers again')
  expect(printed.join('')).not.toMatch(/@exemple|Léa|Martin/)
})

it('a mail server that drops in the middle: the message goes again under the same Message-ID', async () => {
  server.mood = 'drop-after'
  start()
  shop.submit('contact', { email: 'seule@exemple.fr' })
  await expect.poll(() => server.received.length).toBeGreaterThan(1)
  server.mood = 'well'
  await expect.poll(() => shop.queue().every(({ sent_at }) => sent_at !== null)).toBe(true)
  const ids = server.received.map(({ headers }) => headers['message-id'])
  expect(new Set(ids).size).toBe(2)
  expect(ids.length).toBeGreaterThan(2)
})
