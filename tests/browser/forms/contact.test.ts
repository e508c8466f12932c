import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SENT_MS } from '../../contract/figures.ts'
import { browse, openTab, site } from '../browse.ts'
import { fillForm, hold, isHydrated, tabTo } from '../open-page.ts'

browse()

let tabs: Record<'scripts' | 'plain', Page>
let page: Page
beforeAll(async () => {
  tabs = { scripts: await openTab(), plain: await openTab({ javaScriptEnabled: false }) }
})
afterEach(() => page.unrouteAll())

async function open(kind: keyof typeof tabs, path = '/contact') {
  page = tabs[kind]
  await page.goto(path)
}
async function openHydrated() {
  await open('scripts')
  await page.locator('#contact-name').focus()
  await isHydrated(page, 'contact')
}

const stored = (email: string) => site.rows('contact_messages').filter((row) => row.email === email)
const status = () => page.locator('#form-contact [role=status]')
const button = () => page.locator('#form-contact button[type=submit]')
const message = () => page.locator('#contact-message')
const thanked = () => expect.poll(() => status().textContent()).toContain('Merci pour votre message.')

/** Fills the contact form, and leaves the focus on its message. */
const fill = async (name: string, email: string, message: string) => {
  await fillForm(page, 'contact', { name, email, subject: 'personnalisation', message })
  await page.locator('#contact-message').focus()
}

describe('the contact form with JavaScript', () => {
  beforeEach(openHydrated)

  it('stores a message typed by keyboard, clears its fields and offers a copy as a text file', async () => {
    for (const [field, typed] of Object.entries({
      name: 'Léa Martin',
      email: 'lea@exemple.fr',
      subject: 'Une pers',
      message: 'Bonjour,\nun tapis brodé ?',
    })) {
      await tabTo(page, `#contact-${field}`)
      await page.keyboard.type(typed)
    }
    await tabTo(page, '#form-contact [type=submit]')
    await page.keyboard.press('Enter')
    await thanked()
    const [row] = stored('lea@exemple.fr')
    expect(row).toMatchObject({ name: 'Léa Martin', subject: 'personnalisation', page: '/contact' })
    expect(row?.message).toBe('Bonjour,\nun tapis brodé ?')
    expect(await status().textContent()).toContain(row?.reference)
    expect(await message().inputValue(), 'message once it is stored').toBe('')

    const receipt = page.locator('#form-contact .form-receipt')
    await receipt.locator('summary').click()
    await expect.poll(() => receipt.locator('dl').innerText()).toMatch(/Votre nom\s+Léa Martin[\s\S]+un tapis brodé/)
    const [download] = await Promise.all([page.waitForEvent('download'), receipt.locator('a').click()])
    expect(download.suggestedFilename()).toBe(`hera-${row?.reference}.txt`)
    const text = readFileSync(await download.path(), 'utf8')
    for (const part of [row?.reference, 'lea@exemple.fr', 'un tapis brodé ?']) expect(text).toContain(part)
  })

  it('takes the whole of a pasted text, and says that it is too long', async () => {
    const name = page.locator('#contact-name')
    await name.focus()
    await name.dispatchEvent('paste')
    await page.keyboard.insertText('x'.repeat(300))
    await message().focus()
    expect(await page.locator('#contact-name-error').textContent()).toContain('300')
  })

  it('keeps text that is typed during the request, and the focus', async () => {
    const answer = await hold(page, '**/formulaires/*')
    await fill('Lou', 'lou@exemple.fr', 'Bonjour')
    await button().click()
    await message().focus()
    await page.keyboard.press('End')
    await page.keyboard.type(' et encore')
    answer()
    await thanked()
    await page.keyboard.type(' ceci')
    expect(await message().inputValue()).toBe('Bonjour et encore ceci')
    expect(stored('lou@exemple.fr')[0]?.message).toBe('Bonjour')
    await button().click()
    await expect.poll(() => stored('lou@exemple.fr').length, { message: 'stored rows' }).toBe(2)
  })

  it('reports a lost answer, keeps the input, and stores one row when it is sent again by a double click', async () => {
    let isLost = false
    await page.route('**/formulaires/contact', async (route) => {
      if (isLost) return route.fallback()
      isLost = true
      await route.fetch()
      await route.abort('connectionreset')
    })
    await fill('Ana', 'ana@exemple.fr', 'Depuis un van')
    await button().click()
    const alert = page.locator('#form-contact .form-send [role=alert]')
    await expect.poll(() => alert.textContent()).toContain('Une erreur est survenue.')
    expect(await message().inputValue()).toBe('Depuis un van')
    expect(stored('ana@exemple.fr'), 'rows that the lost answer was about').toHaveLength(1)
    await button().dblclick()
    await thanked()
    expect(stored('ana@exemple.fr'), 'stored rows').toHaveLength(1)
  })
})

it('what was typed or selected before hydration stays', async () => {
  await open('scripts', '/robots.txt')
  const release = await hold(page, '**/_astro/*.js')
  // Its scripts may not be cached, and the page is loaded with them only.
  await page.goto('/contact', { waitUntil: 'commit' })
  await page.locator('#contact-name').pressSequentially('Léo')
  await page.locator('#contact-subject').selectOption('livraison')
  await message().pressSequentially('Avant le script')
  release()
  await isHydrated(page, 'contact')
  expect(await page.locator('#contact-name').inputValue()).toBe('Léo')
  expect(await page.locator('#contact-subject').inputValue()).toBe('livraison')
  expect(await message().inputValue()).toBe('Avant le script')
})

it('the contact form without JavaScript returns with its values and a focused error summary, then is stored and thanks', async () => {
  await open('plain')
  await fill('Luc', 'luc@exemple', 'Je garde mon texte')
  await button().click()
  await page.waitForURL('**/formulaires/contact')
  expect(await page.title()).toContain('À revoir')
  expect(await message().inputValue()).toBe('Je garde mon texte')
  expect(await page.locator('#contact-subject').inputValue()).toBe('personnalisation')
  expect(await page.locator('.form-summary:focus').count(), 'summaries that have the focus').toBe(1)
  await page.locator('#contact-email').fill('luc@exemple.fr')
  await button().click()
  await page.waitForURL('**/merci/contact')
  const thanks = () => page.locator('main').textContent()
  expect(await thanks()).toContain('Merci pour votre message.')
  expect(stored('luc@exemple.fr'), 'stored rows').toHaveLength(1)
  // As by someone who only opens its address.
  await page.context().clearCookies()
  await page.reload()
  expect(await thanks()).toContain('Rien n’est alors enregistré')
})

// Must be last, because a tab cannot get its real clock back.
it('the contact form shows «Message envoyé» for 3 s, ignores clicks meanwhile, then shows its first label (specification §9 «Timings»)', async () => {
  await tabs.scripts.clock.install()
  await openHydrated()
  await fill('Eva', 'eva@exemple.fr', 'Deux fois')
  await button().click()
  await expect.poll(() => button().textContent()).toBe('Message envoyé')
  await button().click()
  await page.clock.fastForward(SENT_MS / 2)
  expect(await button().textContent()).toBe('Message envoyé')
  expect(await page.locator('#form-contact .form-summary').count(), 'summaries after the second click').toBe(0)
  await page.clock.fastForward(SENT_MS / 2 + 100)
  await expect.poll(() => button().textContent()).toBe('Envoyer mon message')
  expect(await status().textContent(), 'the confirmation stays').toContain('Merci pour votre message.')
})
