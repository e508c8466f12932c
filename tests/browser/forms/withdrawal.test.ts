import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { browse, site } from '../browse.ts'
import { hurry, visit } from '../open-page.ts'

browse()

// Without JavaScript: pages/on-demand-pages.
it('a withdrawal ignores the second click of a slow double click, is stored once, and shows its receipt again on «back»', async () => {
  const email = 'lea-retractation@exemple.fr'
  const rows = () => site.rows('withdrawal_notices').filter((row) => row.email === email)
  // Must not use page.route(), which disables the browser's cache, so that «back» would post the form again.
  const page = await visit('/retractation', { reducedMotion: 'reduce' })
  const main = () => page.locator('main').innerText()
  await page.locator('#withdrawal-name').fill('Léa Martin')
  await page.locator('#withdrawal-order_reference').fill('D-2026-014')
  await page.locator('#withdrawal-email').fill(email)
  // Ten times slower, because the animation that blocks clicks for a second is too short for a slow machine.
  await hurry(page, 0.1)
  await page.locator('#form-withdrawal button').click()
  const confirm = page.getByRole('button', { name: 'Confirmer la rétractation' })
  const { x, y } = await confirm.evaluate((button) => button.getBoundingClientRect().toJSON())
  await page.mouse.click(x + 10, y + 10)
  expect(await confirm.isVisible(), 'the page still asks to confirm').toBe(true)
  expect(rows(), 'stored rows').toHaveLength(0)
  // The pages that follow ask for no patience.
  await hurry(page, 50)

  await page.locator('button[value="edit"]').click()
  expect(await page.locator('#withdrawal-order_reference').inputValue(), 'field to correct').toBe('D-2026-014')
  await page.locator('#form-withdrawal button').click()
  await confirm.click()
  await page.getByText('Reçue le').waitFor()
  const acknowledged = await main()
  const received = new Date(String(rows()[0]?.created_at))
  expect(acknowledged).toContain(received.toLocaleTimeString('fr-FR', { timeZone: 'Europe/Paris' }))
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Télécharger l’accusé' }).click(),
  ])
  const kept = await readFile(await download.path(), 'utf8')
  for (const part of [String(rows()[0]?.reference), 'D-2026-014', 'rétractation']) expect(kept).toContain(part)

  await page.locator('main a[href="/returns"]').click()
  await page.waitForURL('**/returns')
  await page.goBack()
  await page.getByText('Reçue le').waitFor()
  expect(await main()).toBe(acknowledged)
  // The page that asks to confirm claims nothing that is no longer true, and shows the same receipt again.
  await page.goBack()
  await confirm.waitFor()
  expect(await main()).toContain('que lorsque vous la confirmez')
  await confirm.click()
  await page.getByText('Reçue le').waitFor()
  expect(await main()).toBe(acknowledged)
  expect(rows(), 'stored rows').toHaveLength(1)
})
