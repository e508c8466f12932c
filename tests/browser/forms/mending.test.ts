import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { browse, site } from '../browse.ts'
import { isHydrated } from '../open-page.ts'
import { openTab } from '../tab.ts'

browse()

let page: Page
beforeAll(async () => {
  page = await openTab({ hasTouch: true })
})

/** Opens a page and waits until its form is hydrated. */
async function open(path: string, name: string): Promise<void> {
  await page.goto(site.url + path)
  const form = page.locator(`#form-${name}`)
  await form.locator('input:visible').first().focus()
  await isHydrated(page, name)
}
const summary = () => page.locator('.form-summary')
/** Submits an invalid form and waits until its error summary has the focus, which it takes after it is painted. */
async function sendWrong(name: string): Promise<void> {
  await page.locator(`#form-${name} [type=submit]`).click()
  await page.locator('.form-summary:focus').waitFor()
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

it('an error appears at once when a tap leaves its field', async () => {
  await open('/contact', 'contact')
  await page.locator('#contact-email').fill('lea@')
  await page.locator('#contact-message').tap()
  await expect.poll(() => errorOf('contact-email')).toContain('exemple')
})

describe('errors of corrected fields', () => {
  it('disappear on blur, also from the summary; a press on the button submits although the last error disappears during it', async () => {
    await open('/contact', 'contact')
    await sendWrong('contact')
    expect(await summary().locator('li').count(), 'lines of the summary').toBe(4)
    expect(await summary().textContent()).toContain('4\u00A0réponses')
    await page.locator('#contact-name').fill('Zoé')
    expect(await summary().locator('li').count(), 'lines before the field is left').toBe(4)
    await page.keyboard.press('Tab')
    await expect.poll(() => summary().locator('li').count(), { message: 'lines once the field is left' }).toBe(3)
    expect(await summary().textContent()).toContain('3\u00A0réponses')
    await expect.poll(() => errorOf('contact-name'), { message: 'error of a corrected field' }).toBeUndefined()
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('contact-email')

    // The error of an invalid e-mail differs from that of a missing one.
    const missing = await errorOf('contact-email')
    expect(missing, 'error of a missing e-mail').toBeDefined()
    await page.locator('#contact-email').fill('zoe@')
    await page.locator('#contact-subject').selectOption('produit')
    await page.locator('#contact-message').fill('Bonjour')
    await expect.poll(() => errorOf('contact-email')).toContain('exemple')
    expect(await errorOf('contact-email')).not.toBe(missing)

    await page.locator('#contact-email').fill('zoe.mend@exemple.fr')
    await page.locator('#form-contact [type=submit]').scrollIntoViewIfNeeded()
    const box = await page.locator('#form-contact [type=submit]').boundingBox()
    await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 20)
    await page.mouse.down()
    await page.waitForTimeout(100)
    await page.mouse.up()
    await expect.poll(() => site.rows('contact_messages').map(({ email }) => email)).toContain('zoe.mend@exemple.fr')
  })

  it('of a single field disappears once it is corrected; an empty field has no error before it is sent', async () => {
    await open('/faq', 'newsletter')
    const field = page.locator('#newsletter-email')
    await field.blur()
    expect(await errorOf('newsletter-email'), 'error before the form is sent').toBeUndefined()
    await page.locator('#form-newsletter [type=submit]').click()
    await expect.poll(() => errorOf('newsletter-email'), { message: 'error of an empty field' }).toBeDefined()
    expect(await summary().count(), 'a summary that says the same again').toBe(0)
    await field.fill('lea@exemple.fr')
    await field.blur()
    await expect.poll(() => errorOf('newsletter-email'), { message: 'error once it is corrected' }).toBeUndefined()
  })

  it('are not shown beside the success when Enter sends the form', async () => {
    await open('/faq', 'newsletter')
    const field = page.locator('#newsletter-email')
    await field.fill('lea@')
    await field.blur()
    await expect.poll(() => errorOf('newsletter-email'), { message: 'error of the first address' }).toBeDefined()
    await field.fill('lea.enter@exemple.fr')
    await field.press('Enter')
    await expect.poll(() => field.inputValue(), { message: 'value of the field once it is stored' }).toBe('')
    expect(await errorOf('newsletter-email'), 'error beside the success').toBeUndefined()
  })
})

describe('the birth date of an ambassador', () => {
  it('is the first field, is checked on blur, and a child is refused on submit without a list of missing fields', async () => {
    await open('/ambassador', 'ambassador')
    const first = page.locator('#form-ambassador :is(input, select, textarea):visible').first()
    expect(await first.getAttribute('name')).toBe('birth_date')
    await first.fill(born(13))
    await first.blur()
    await expect.poll(() => errorOf('ambassador-birth_date')).toMatch(/à partir de 15\sans/)
    await first.fill(born(30))
    await first.blur()
    await expect.poll(() => errorOf('ambassador-birth_date'), { message: 'error at thirty' }).toBeUndefined()
    await first.fill(born(13))
    await sendWrong('ambassador')
    await expect.poll(() => errorOf('ambassador-birth_date')).toMatch(/à partir de 15\sans/)
    expect(await errorOf('ambassador-first_name'), 'error of the first name').toBeUndefined()
  })
})
