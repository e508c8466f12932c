import { expect, it } from 'vitest'
import { browse, browser, site } from './browse.ts'

browse()

it('the policy of the site lets a data block stand, because nothing runs it', async () => {
  const page = await browser.newPage()
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  const response = await page.goto(`${site.url}/quilting`)
  expect(response?.headers()['content-security-policy']).toContain("default-src 'none'")
  const block = await page.locator('script[type="application/ld+json"]').textContent()
  expect(JSON.parse(block ?? '')['@graph'].length).toBeGreaterThan(2)
  expect(complaints).toEqual([])
})
