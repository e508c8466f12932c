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
/** Replaces all present and future texts of the page by font elements, as browsers do when they translate a page. */
const translate = () =>
  page.evaluate(() => {
    const replaceIn = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      for (const text of texts) {
        if (!text.data.trim() || text.parentElement?.closest('font, script, style, textarea, option')) continue
        text.replaceWith(Object.assign(document.createElement('font'), { textContent: text.data }))
      }
    }
    new MutationObserver((changes) => {
      for (const { target } of changes) replaceIn(target)
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
