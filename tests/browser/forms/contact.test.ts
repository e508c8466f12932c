import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { SENT_MS } from '../../contract/figures.ts'
import { browse, site } from '../browse.ts'
import { hold, isHydrated, routeOnce, tabTo } from '../open-page.ts'
import { openTab } from '../tab.ts'

browse()

let tabs: Record<'scripts' | 'plain', Page>
let page: Page
beforeAll(async () => {
  tabs = { scripts: await openTab(), plain: await openTab({ javaScriptEnabled: false }) }
})
afterEach(() => page.unrouteAll())

async function open(kind: keyof typeof tabs = 'scripts', path = '/contact') {
  page = tabs[kind]
  await page.goto(site.url + path)
}

const stored = (email: string) => site.rows('contact_messages').filter((row) => row.email === email)
/** Waits for the success message. */
const thanked = () =>
  expect.poll(() => page.locator('#form-contact [role=status]').textContent()).toContain('Merci pour votre message.')
const send = () => page.locator('#form-contact button[type=submit]').click()

/** Goes to the contact form and fills it with the keyboard alone. */
async function fillByKeyboard(name: string, email: string, message: string) {
  await page.locator('#contact-name').focus()
  await page.keyboard.type(name)
  await tabTo(page, '#contact-email')
  await page.keyboard.type(email)
  await tabTo(page, '#contact-subject')
  await page.keyboard.type('Une pers')
  await tabTo(page, '#contact-message')
  await page.keyboard.type(message)
  await tabTo(page, '#form-contact [type=submit]')
}

describe('the contact form with JavaScript', () => {
  beforeEach(async () => {
    await open()
    await page.locator('#contact-name').focus()
    await isHydrated(page, 'contact')
  })

  it('stores a message typed by keyboard, clears its fields and offers a copy as a text file', async () => {
    await fillByKeyboard('Léa Martin', 'lea@exemple.fr', 'Bonjour,\nun tapis brodé ?')
    await page.keyboard.press('Enter')
    const status = page.locator('#form-contact [role=status]')
    await expect.poll(() => status.textContent()).toContain('Merci pour votre message.')
    const [row] = stored('lea@exemple.fr')
    expect(row).toMatchObject({
      name: 'Léa Martin',
      subject: 'personnalisation',
      message: 'Bonjour,\nun tapis brodé ?',
      page: '/contact',
    })
    expect(await status.textContent()).toContain(row?.reference)
    expect(await page.locator('#contact-name').inputValue()).toBe('')
    expect(await page.locator('#contact-subject').inputValue()).toBe('')

    const receipt = page.locator('#form-contact .form-receipt')
    await receipt.locator('summary').click()
    await expect.poll(() => receipt.locator('dl').innerText()).toMatch(/Votre nom\s+Léa Martin[\s\S]+un tapis brodé/)
    const [download] = await Promise.all([page.waitForEvent('download'), receipt.locator('a').click()])
    expect(download.suggestedFilename()).toBe(`hera-${row?.reference}.txt`)
    const text = readFileSync(await download.path(), 'utf8')
    for (const part of [row?.reference, 'lea@exemple.fr', 'un tapis brodé ?']) expect(text).toContain(part)
  })

  it('sends if the browser lacks newer functions, because it is old or the page has no TLS', async () => {
    await page.evaluate(() => {
      Reflect.deleteProperty(Crypto.prototype, 'randomUUID')
      Reflect.deleteProperty(String.prototype, 'toWellFormed')
      Reflect.deleteProperty(AbortSignal, 'timeout')
      Reflect.deleteProperty(URL, 'canParse')
    })
    await fillByKeyboard('Ida', 'ida@exemple.fr', 'Bonjour')
    await page.keyboard.press('Enter')
    await thanked()
    expect(stored('ida@exemple.fr'), 'stored rows').toHaveLength(1)
  })

  it('falls back to plain HTML in a browser without String.prototype.normalize, and is emptied once its correction is stored', async () => {
    await page.evaluate(() => Reflect.deleteProperty(String.prototype, 'normalize'))
    await fillByKeyboard('Ugo', 'ugo@exemple', 'Bonjour')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/formulaires/contact')
    await page.locator('#contact-email').fill('ugo@exemple.fr')
    await isHydrated(page, 'contact')
    await send()
    await thanked()
    expect(stored('ugo@exemple.fr')).toMatchObject([{ name: 'Ugo', message: 'Bonjour' }])
    expect(await page.locator('#contact-message').inputValue(), 'message once it is stored').toBe('')
  })

  it('keeps text that is typed during the request, and the focus', async () => {
    const answer = await hold(page, '**/formulaires/*')
    await fillByKeyboard('Lou', 'lou@exemple.fr', 'Bonjour')
    await page.keyboard.press('Enter')
    await page.locator('#contact-message').focus()
    await page.keyboard.press('End')
    await page.keyboard.type(' et encore')
    answer()
    const status = page.locator('#form-contact [role=status]')
    await expect.poll(() => status.textContent()).toContain('Merci pour votre message.')
    await page.keyboard.type(' ceci')
    expect(await page.locator('#contact-message').inputValue()).toBe('Bonjour et encore ceci')
    const [row] = stored('lou@exemple.fr')
    expect(row?.message).toBe('Bonjour')
    await send()
    await expect.poll(() => stored('lou@exemple.fr').length, { message: 'stored rows' }).toBe(2)
  })

  it('focuses an error summary that links to the invalid fields, keeps the input and stores nothing', async () => {
    const before = site.rows('contact_messages').length
    await fillByKeyboard('Zoé', 'zoe@exemple', 'Bonjour')
    await page.keyboard.press('Enter')
    const summary = page.locator('#form-contact .form-summary')
    await summary.waitFor()
    await expect
      .poll(() => summary.evaluate((element) => element === document.activeElement), { message: 'focused summary' })
      .toBe(true)
    await summary.locator('a').first().click()
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('contact-email')
    expect(await page.locator('#contact-message').inputValue()).toBe('Bonjour')
    expect(site.rows('contact_messages'), 'stored rows').toHaveLength(before)
  })

  it('reports a failure or a lost connection, keeps the input and sends it on a later press', async () => {
    await routeOnce(page, '**/formulaires/contact', (route) => route.abort())
    await fillByKeyboard('Ana', 'ana@exemple.fr', 'Depuis un van')
    await page.keyboard.press('Enter')
    const alert = page.locator('#form-contact .form-send [role=alert]')
    await expect.poll(() => alert.textContent()).toContain('Une erreur est survenue.')
    await page.context().setOffline(true)
    await send()
    await expect.poll(() => alert.textContent()).toContain('Votre connexion est coupée')
    expect(await page.locator('#contact-name').inputValue()).toBe('Ana')
    expect(await page.locator('#contact-message').inputValue()).toBe('Depuis un van')
    await page.context().setOffline(false)
    await send()
    await thanked()
    expect(stored('ana@exemple.fr'), 'stored rows').toHaveLength(1)
  })

  it('stores one row on a double click', async () => {
    await fillByKeyboard('Ève', 'eve@exemple.fr', 'Deux fois')
    await page.locator('#form-contact button[type=submit]').dblclick()
    await thanked()
    expect(stored('eve@exemple.fr'), 'stored rows').toHaveLength(1)
  })
})

describe('late hydration of the contact form', () => {
  it('keeps what was typed or selected before', async () => {
    await open('scripts', '/robots.txt')
    const release = await hold(page, '**/_astro/*.js')
    await page.goto(`${site.url}/contact`)
    await page.locator('#contact-name').pressSequentially('Léo')
    await page.locator('#contact-subject').selectOption('livraison')
    await page.locator('#contact-message').pressSequentially('Avant le script')
    release()
    await isHydrated(page, 'contact')
    expect(await page.locator('#contact-name').inputValue()).toBe('Léo')
    expect(await page.locator('#contact-subject').inputValue()).toBe('livraison')
    expect(await page.locator('#contact-message').inputValue()).toBe('Avant le script')
  })
})

describe('hydration of a page that a translation has changed', () => {
  it('keeps input and focus when React renders the form again, and the submission is not suspected spam', async () => {
    await open()
    // As a translation or a password manager does.
    await page
      .locator('#form-contact label')
      .first()
      .evaluate((label) => {
        label.innerHTML = '<font>Your name</font>'
        const input = label.ownerDocument.querySelector('#contact-email')
        input?.after(label.ownerDocument.createElement('span'))
      })
    const release = await hold(page, '**/_astro/*.js')
    await fillByKeyboard('Max', 'max@exemple.fr', 'Avant')
    await page.locator('#contact-message').focus()
    release()
    await isHydrated(page, 'contact')
    await expect.poll(() => page.locator('#contact-message').inputValue()).toBe('Avant')
    expect(await page.locator('#contact-name').inputValue()).toBe('Max')
    expect(await page.locator('#contact-subject').inputValue()).toBe('personnalisation')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('contact-message')
    // A submission within a second after the request for the page is suspected as spam.
    await page.waitForFunction(() => performance.now() > 1000)
    await send()
    await expect.poll(() => stored('max@exemple.fr')).toMatchObject([{ suspected_spam: 0 }])
  })
})

describe('a number field with an invalid number', () => {
  it('is reported as invalid, not as missing', async () => {
    await open('scripts', '/partenariat')
    const years = page.locator('#partnership-years_in_business')
    await years.focus()
    await isHydrated(page, 'partnership')
    await page.keyboard.type('1e')
    await page.keyboard.press('Enter')
    const error = page.locator('#partnership-years_in_business-error')
    await error.waitFor()
    expect(await error.textContent()).not.toContain('Remplissez')
  })
})

describe('the contact form without JavaScript', () => {
  beforeEach(() => open('plain'))

  it('stores a message sent by keyboard and leads to the thank-you page', async () => {
    await fillByKeyboard('Inès', 'ines@exemple.fr', 'Sans script')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/merci/contact')
    const thanks = () => page.locator('main').textContent()
    expect(await thanks()).toContain('Merci pour votre message.')
    expect(await thanks()).not.toContain('Rien n’est alors enregistré')
    expect(stored('ines@exemple.fr'), 'stored rows').toHaveLength(1)
    // As by someone who only opens its address.
    await page.context().clearCookies()
    await page.reload()
    expect(await thanks()).toContain('Rien n’est alors enregistré')
    await page.getByRole('link', { name: 'Ouvrir le formulaire' }).click()
    await page.waitForURL('**/contact')
  })

  it('returns an invalid form with its values, a focused error summary and links to the fields', async () => {
    await fillByKeyboard('Luc', 'luc@exemple', 'Je garde mon texte')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/formulaires/contact')
    expect(await page.title()).toContain('À revoir')
    expect(await page.locator('#contact-message').inputValue()).toBe('Je garde mon texte')
    expect(await page.locator('#contact-subject').inputValue()).toBe('personnalisation')
    expect(await page.locator('.form-summary:focus').count(), 'summaries that have the focus').toBe(1)
    expect(await page.locator('.form-summary a').first().getAttribute('href')).toBe('#contact-email')
    await page.locator('#contact-email').fill('luc@exemple.fr')
    await send()
    await page.waitForURL('**/merci/contact')
    expect(stored('luc@exemple.fr'), 'stored rows').toHaveLength(1)
  })

  it('preselects the subject in the URL', async () => {
    await page.goto(`${site.url}/contact?subject=commande`)
    expect(await page.locator('#contact-subject').inputValue()).toBe('commande')
    await page.goto(`${site.url}/contact?subject=inconnu`)
    expect(await page.locator('#contact-subject').inputValue()).toBe('')
  })
})

// Must be last, because a tab cannot get its real clock back.
describe('the contact form with a fake clock', () => {
  beforeEach(async () => {
    await tabs.scripts.clock.install()
    await open()
    await page.locator('#contact-name').focus()
    await isHydrated(page, 'contact')
  })

  it('reports a timeout after twenty seconds without a response, and stores one row when it is sent again', async () => {
    // The server gets both requests when it goes on.
    const server = site.process.pid as number
    process.kill(server, 'SIGSTOP')
    onTestFinished(() => void process.kill(server, 'SIGCONT'))
    await fillByKeyboard('Élia', 'elia@exemple.fr', 'Bonjour')
    await page.keyboard.press('Enter')
    const button = page.locator('#form-contact button[type=submit]')
    await expect.poll(() => button.isDisabled(), { message: 'the button waits for the response' }).toBe(true)
    // Half of the timeout, because the time that a busy machine takes is added.
    await page.clock.fastForward(10_000)
    expect(await button.isDisabled(), 'the button still waits after ten seconds').toBe(true)
    await page.clock.fastForward(10_000)
    await page.locator('#form-contact [role=alert] .form-error').waitFor()
    process.kill(server, 'SIGCONT')
    // By keyboard, because the page may still scroll and a mouse click would miss the button.
    await button.press('Enter')
    await page.locator('#form-contact .form-success').waitFor()
    expect(stored('elia@exemple.fr'), 'stored rows').toHaveLength(1)
  })

  it('shows «Message envoyé» for 3 s, ignores clicks meanwhile, then shows its first label (specification §9 «Timings»)', async () => {
    await fillByKeyboard('Eva', 'eva@exemple.fr', 'Deux fois')
    const button = page.locator('#form-contact button[type=submit]')
    const status = page.locator('#form-contact [role=status]')
    await button.click()
    await expect.poll(() => button.textContent()).toBe('Message envoyé')
    await button.click()
    await page.clock.fastForward(SENT_MS / 2)
    expect(await button.textContent()).toBe('Message envoyé')
    expect(await status.textContent()).toContain('Merci pour votre message.')
    expect(await page.locator('#form-contact .form-summary').count(), 'summaries after the second click').toBe(0)
    await page.clock.fastForward(SENT_MS / 2 + 100)
    await expect.poll(() => button.textContent()).toBe('Envoyer mon message')
    expect(await status.textContent(), 'the confirmation stays').toContain('Merci pour votre message.')
    await button.click()
    await page.locator('#form-contact .form-summary').waitFor()
  })
})
