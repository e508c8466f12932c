import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { browse, openTab, site } from '../browse.ts'
import { isHydrated } from '../open-page.ts'

browse()

let page: Page
beforeAll(async () => {
  page = await openTab({ hasTouch: true })
})

/** Opens a page and waits until its form is hydrated. */
async function open(path: string, name: string): Promise<void> {
  await page.goto(path)
  const form = page.locator(`#form-${name}`)
  await form.locator('input:visible').first().focus()
  await isHydrated(page, name)
}
const summary = () => page.locator('.form-summary')
/** Submits an invalid form and waits until its error summary has the focus, which it takes after it is painted. */
async function sendWrong(name: string): Promise<void> {
  await page.locator(`#form-${name} [type=submit]`).click()
  await page.locator('.form-summary:focus').waitFor()
  // The press on the button left a field, whose check waits for its end.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
}
/** In one call, because the error may disappear between two calls. */
const errorOf = async (id: string) => (await page.locator(`#${id}-error`).allTextContents())[0]
/** Returns the birth date of a person who reached this age yesterday. */
const born = (years: number) => {
  const day = new Date()
  day.setFullYear(day.getFullYear() - years)
  day.setDate(day.getDate() - 1)
  return day.toISOString().slice(0, 10)
}

/** Wraps all present and future texts of the page in font elements, as browsers do when they translate a page. */
const translate = () =>
  page.evaluate(() => {
    const replace = (text: Text) => {
      if (!text.data.trim() || text.parentElement?.closest('font, script, style, textarea, option')) return
      const inner = document.createElement('font')
      inner.textContent = text.data
      const outer = document.createElement('font')
      outer.append(inner)
      text.replaceWith(outer)
    }
    const replaceIn = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Text[] = root instanceof Text ? [root] : []
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      for (const text of texts) replace(text)
    }
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) replaceIn(node)
    }).observe(document.body, { childList: true, subtree: true })
    replaceIn(document.body)
  })

// The form with every kind of field.
it('a form keeps its input and updates its errors while the page is translated', async () => {
  await open('/ambassador', 'ambassador')
  await translate()
  await sendWrong('ambassador')
  const email = page.locator('#ambassador-email')
  const title = () => page.locator('.form-summary-title').innerText()
  const before = await title()
  await email.fill('lea@')
  await email.blur()
  await expect.poll(() => errorOf('ambassador-email'), { message: 'error beside the field' }).toContain('exemple')
  expect(await summary().innerText(), 'errors of the summary').toContain('exemple')
  await expect.poll(title, { message: 'number of missing answers' }).not.toBe(before)
  expect(await email.inputValue()).toBe('lea@')
  await email.fill('lea@exemple.fr')
  await email.blur()
  await expect.poll(() => errorOf('ambassador-email'), { message: 'error of a corrected field' }).toBeUndefined()
  expect(await email.inputValue()).toBe('lea@exemple.fr')
})

it('a pasted text that is too long is not cut, and its error states its length', async () => {
  await open('/contact', 'contact')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const long = 'mot '.repeat(1500).trim()
  await page.evaluate((text) => navigator.clipboard.writeText(text), long)
  const message = page.locator('#contact-message')
  await message.focus()
  await page.keyboard.press('Control+V')
  expect(await message.inputValue()).toBe(long)
  await message.blur()
  await expect.poll(() => errorOf('contact-message')).toMatch(/5[\s\u202F]?000.*5[\s\u202F]?999/)
})

it('an error disappears on blur, also from the summary; a press on the button submits although the last one disappears during it', async () => {
  await open('/contact', 'contact')
  await sendWrong('contact')
  const lines = () => summary().locator('li').count()
  expect(await lines(), 'lines of the summary').toBe(4)
  expect(await summary().textContent()).toContain('4\u00A0réponses')
  await summary().locator('a').first().click()
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('contact-name')
  await page.locator('#contact-name').fill('Zoé')
  expect(await lines(), 'lines before the field is left').toBe(4)
  await page.keyboard.press('Tab')
  await expect.poll(lines, { message: 'lines once the field is left' }).toBe(3)
  expect(await summary().textContent()).toContain('3\u00A0réponses')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('contact-email')

  // The error of an invalid e-mail differs from that of a missing one, and appears when a tap leaves the field.
  await page.locator('#contact-email').fill('zoe@')
  await page.locator('#contact-message').tap()
  await expect.poll(() => errorOf('contact-email')).toContain('exemple')
  await page.locator('#contact-message').fill('Bonjour')
  await page.locator('#contact-subject').selectOption('produit')
  await page.locator('#contact-email').fill('zoe.mend@exemple.fr')
  const button = page.locator('#form-contact [type=submit]')
  await button.scrollIntoViewIfNeeded()
  const box = await button.boundingBox()
  await page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 20, { delay: 100 })
  await expect.poll(() => site.rows('contact_messages').map(({ email }) => email)).toContain('zoe.mend@exemple.fr')
})

it('a form of one field has no error before it is sent, none in a summary, and none beside its success', async () => {
  await open('/faq', 'newsletter')
  const field = page.locator('#newsletter-email')
  await field.blur()
  expect(await errorOf('newsletter-email'), 'error before the form is sent').toBeUndefined()
  await page.locator('#form-newsletter [type=submit]').click()
  await expect.poll(() => errorOf('newsletter-email'), { message: 'error of an empty field' }).toBeDefined()
  expect(await summary().count(), 'a summary that says the same again').toBe(0)
  await field.fill('lea.enter@exemple.fr')
  await field.press('Enter')
  await expect.poll(() => field.inputValue(), { message: 'value of the field once it is stored' }).toBe('')
  expect(await errorOf('newsletter-email'), 'error beside the success').toBeUndefined()
})

it('the birth date of an ambassador is the first field, and a child is refused without a list of missing fields', async () => {
  await open('/ambassador', 'ambassador')
  const first = page.locator('#form-ambassador :is(input, select, textarea):visible').first()
  expect(await first.getAttribute('name')).toBe('birth_date')
  for (const [age, wrong] of [
    [30, false],
    [13, true],
  ] as const) {
    await first.fill(born(age))
    await first.blur()
    await expect
      .poll(async () => /à partir de 15\sans/.test((await errorOf('ambassador-birth_date')) ?? ''))
      .toBe(wrong)
  }
  await sendWrong('ambassador')
  expect(await errorOf('ambassador-birth_date')).toMatch(/à partir de 15\sans/)
  expect(await errorOf('ambassador-first_name'), 'error of the first name').toBeUndefined()
})
