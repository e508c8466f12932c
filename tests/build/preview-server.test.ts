import { expect, it, onTestFinished } from 'vitest'
import { freePort, openSite } from '../support/site.ts'

it('astro preview shows the built site, with working forms', async () => {
  const port = String(await freePort())
  const command = [process.execPath, 'node_modules/astro/bin/astro.mjs', 'preview', '--port', port] as const
  const site = await openSite({ ASTRO_TELEMETRY_DISABLED: '1' }, command)
  onTestFinished(() => void site.close())
  expect(new URL(site.url).port).toBe(port)
  expect((await fetch(`${site.url}/faq`)).status).toBe(200)
  const body = new URLSearchParams({ email: 'a@exemple.fr' })
  const posted = await fetch(`${site.url}/formulaires/newsletter`, { method: 'POST', body, redirect: 'manual' })
  expect(posted.headers.get('location')).toMatch(/^\/merci\/newsletter/)
  expect(site.rows('newsletter_subscriptions')).toHaveLength(1)
})
