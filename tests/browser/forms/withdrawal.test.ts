import { readFile } from 'node:fs/promises'
import { expect, it, onTestFinished } from 'vitest'
import { browse, browser, site } from '../browse.ts'
import { visit } from '../living.ts'

browse()

it.each([true, false])(
  'is not confirmed by the second half of a slow double click, then acknowledged to keep; scripts: %s',
  async (javaScriptEnabled) => {
    const email = `lea-${javaScriptEnabled}@exemple.fr`
    const rows = () => site.rows('withdrawal_notices').filter((row) => row.email === email)
    const page = await visit(browser, `${site.url}/retractation`, { javaScriptEnabled, reducedMotion: 'reduce' })
    await page.locator('#withdrawal-name').fill('Léa Martin')
    await page.locator('#withdrawal-order_reference').fill('D-2026-014')
    await page.locator('#withdrawal-email').fill(email)
    // However slow the machine is: the second for which nothing can be pressed lasts ten.
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Animation.enable')
    await devtools.send('Animation.setPlaybackRate', { playbackRate: 0.1 })
    await page.locator('#form-withdrawal button').click()
    const confirm = page.getByRole('button', { name: 'Confirmer la rétractation' })
    const { x, y } = await confirm.evaluate((button) => button.getBoundingClientRect().toJSON())
    await page.mouse.click(x + 10, y + 10)
    await page.waitForTimeout(200)
    expect(await confirm.isVisible(), 'the page still asks to confirm').toBe(true)
    expect(rows(), 'rows that the form stored').toHaveLength(0)
    await devtools.send('Animation.setPlaybackRate', { playbackRate: 1 })
    await confirm.click()
    await page.getByText('Reçue le').waitFor()
    expect(rows(), 'rows that the form stored').toHaveLength(1)
    // A script of the page shows it.
    await expect
      .poll(() => page.getByRole('button', { name: 'Imprimer' }).isVisible(), { message: 'a button to print' })
      .toBe(javaScriptEnabled)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Télécharger l’accusé' }).click(),
    ])
    const kept = (await readFile(await download.path())).toString()
    expect(kept).toContain(String(rows()[0]?.reference))
    expect(kept).toContain('D-2026-014')
  },
)

it.each([true, false])(
  'is acknowledged again by «back» from the page that it leads to; scripts: %s',
  async (javaScriptEnabled) => {
    const email = `retour-${javaScriptEnabled}@exemple.fr`
    // Not by visit(): where a test answers requests, the browser keeps nothing, and posts again instead.
    const context = await browser.newContext({ javaScriptEnabled, reducedMotion: 'reduce' })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    await page.goto(`${site.url}/retractation`)
    await page.locator('#withdrawal-name').fill('Léa Martin')
    await page.locator('#withdrawal-order_reference').fill('D-2026-015')
    await page.locator('#withdrawal-email').fill(email)
    await page.locator('#form-withdrawal button').click()
    const confirm = page.getByRole('button', { name: 'Confirmer la rétractation' })
    await confirm.waitFor()
    await page.locator('footer a[href="/contact"]').first().click()
    await page.waitForURL('**/contact')
    await page.goBack()
    await confirm.click()
    await page.getByText('Reçue le').waitFor()
    const acknowledged = await page.locator('main').innerText()
    await page.locator('main a[href="/returns"]').click()
    await page.waitForURL('**/returns')
    await page.goBack()
    await page.getByText('Reçue le').waitFor()
    expect(await page.locator('main').innerText()).toBe(acknowledged)
    expect(site.rows('withdrawal_notices').filter((row) => row.email === email)).toHaveLength(1)
  },
)
