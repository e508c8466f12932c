import { expect, it } from 'vitest'
import { misplaced } from '../boxes.ts'
import { browse, openTab, site } from '../browse.ts'
import { isHydrated, tabTo } from '../open-page.ts'

browse()

async function open(path: string, javaScriptEnabled = true) {
  const page = await openTab({ viewport: { width: 390, height: 844 }, javaScriptEnabled })
  await page.goto(path)
  return page
}

const stored = (email: string) => site.rows('quote_requests').filter((row) => row.email === email)

it('the quote form is reached from the home page and sent on a phone by keyboard alone', async () => {
  const page = await open('/')
  await tabTo(page, 'main a[href="/devis"]')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/devis')
  await page.locator('#quote-piece').focus()
  // Before hydration, its button leads to the thank-you page.
  await isHydrated(page, 'quote')
  const email = `${'leadevis'.repeat(8)}@exemple.fr`
  // Plates are radio buttons: the focus is on the first of them, and an arrow moves the choice on.
  await page.keyboard.press('Space')
  await tabTo(page, '#quote-model')
  await page.keyboard.press('ArrowRight')
  const typed = {
    discipline: 'Saut',
    embroidery: 'ECLAIR',
    saddle: 'CWD, 17 pouces',
    measure_a: '52',
    country: 'Suisse',
    name: 'Léa Martin',
    email,
  }
  for (const [name, answer] of Object.entries(typed)) {
    await tabTo(page, `#quote-${name}`)
    await page.keyboard.type(answer)
  }
  await page.keyboard.press('Enter')
  const status = page.locator('#form-quote [role=status]')
  await expect.poll(() => status.textContent()).toMatch(/Merci pour votre demande.*24.à.48.h/)
  const chosen = { piece: 'tapis', model: 'grand_sport', discipline: 'obstacle', quantity: 1, wished_date: null }
  const told = { embroidery: 'ECLAIR', saddle: 'CWD, 17 pouces', measure_a: 52, measure_b: null, country: 'Suisse' }
  expect(stored(email)).toMatchObject([{ ...chosen, ...told }])
  await page.locator('.form-receipt summary').click()
  await page.setViewportSize({ width: 320, height: 700 })
  await expect.poll(() => misplaced(page), { message: 'a long address in the receipt' }).toEqual([])
})

it('the quote form, without JavaScript, preselects piece and model from the link of a model, and stores the request', async () => {
  const page = await open('/quilting', false)
  await page.locator('#elegance a[href^="/devis"]').click()
  await page.waitForURL('**/devis?**')
  for (const name of ['Le tapis de selle', 'Elegance'])
    expect(await page.getByRole('radio', { name, exact: true }).isChecked(), name).toBe(true)
  await page.locator('#quote-discipline').selectOption('dressage')
  await page.locator('#quote-name').fill('Noé')
  await page.locator('#quote-email').fill('noe.devis@exemple.fr')
  await page.locator('#form-quote button[type=submit]').click()
  await page.waitForURL('**/merci/quote')
  expect(stored('noe.devis@exemple.fr')).toMatchObject([{ piece: 'tapis', model: 'elegance', quantity: 1 }])
})
