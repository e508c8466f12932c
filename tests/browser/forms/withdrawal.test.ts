import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { browse, browser, site } from '../browse.ts'
import { visit } from '../open-page.ts'

browse()

it.each([true, false])(
  'a withdrawal ignores the second click of a slow double click, is stored once, and shows its receipt again on «back»; scripts: %s',
  async (javaScriptEnabled) => {
    const email = `lea-${javaScriptEnabled}@exemple.fr`
    const rows = () => site.rows('withdrawal_notices').filter((row) => row.email === email)
    // Must not use page.route(), which disables the browser's cache, so that «back» would post the form again.
    const page = await visit(browser, `${site.url}/retractation`, { javaScriptEnabled, reducedMotion: 'reduce' })
    await page.locator('#withdrawal-name').fill('Léa Martin')
    await page.locator('#withdrawal-order_reference').fill('D-2026-014')
    await page.locator('#withdrawal-email').fill(email)
    // Ten times slower, because the animation that blocks clicks for a second is too short for a slow machine.
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Animation.enable')
    await devtools.send('Animation.setPlaybackRate', { playbackRate: 0.1 })
    await page.locator('#form-withdrawal button').click()
    const confirm = page.getByRole('button', { name: 'Confirmer la rétractation' })
    const { x, y } = await confirm.evaluate((button) => button.getBoundingClientRect().toJSON())
    await page.mouse.click(x + 10, y + 10)
    await page.waitForTimeout(200)
    expect(await confirm.isVisible(), 'the page still asks to confirm').toBe(true)
    expect(rows(), 'stored rows').toHaveLength(0)
    await devtools.send('Animation.setPlaybackRate', { playbackRate: 1 })

    // The page that asks to confirm is shown again on «back» too.
    await page.locator('footer a[href="/contact"]').first().click()
    await page.waitForURL('**/contact')
    await page.goBack()
    await page.locator('button[value="edit"]').click()
    expect(await page.locator('#withdrawal-order_reference').inputValue(), 'field to correct').toBe('D-2026-014')
    await page.locator('#form-withdrawal button').click()
    await confirm.click()
    await page.getByText('Reçue le').waitFor()
    expect(rows(), 'stored rows').toHaveLength(1)
    // Only a script shows it.
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
    expect(kept.split('\n')[0], 'what is acknowledged').toMatch(/rétractation/)

    const acknowledged = await page.locator('main').innerText()
    await page.locator('main a[href="/returns"]').click()
    await page.waitForURL('**/returns')
    await page.goBack()
    await page.getByText('Reçue le').waitFor()
    expect(await page.locator('main').innerText()).toBe(acknowledged)
    expect(rows(), 'stored rows after «back»').toHaveLength(1)

    // The page that asks to confirm claims nothing that is no longer true, and shows the same receipt again.
    await page.goBack()
    await confirm.waitFor()
    const asked = await page.locator('main').innerText()
    expect(asked).not.toContain('Rien n’est encore enregistré')
    expect(asked).toContain('que lorsque vous la confirmez')
    await confirm.click()
    await page.getByText('Reçue le').waitFor()
    expect(await page.locator('main').innerText()).toBe(acknowledged)
    expect(rows(), 'stored rows after a second confirmation').toHaveLength(1)
  },
)
