/** Writes every route and the main states at four widths into screenshots/, for whoever judges how the site looks. */
import { mkdirSync, rmSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { launch, openSite } from '../tests/browser/harness.ts'
import { pageRoutes } from '../tests/routes.ts'

const FOLDER = 'screenshots'
const WIDTHS = [360, 768, 1280, 1680]
const HEIGHT = 900

/** What is done to a page before its picture is taken. */
type State = { name: string; path: string; prepare?: (page: Page) => Promise<void>; javaScriptEnabled?: boolean }

const STATES: State[] = [
  {
    name: 'accueil-menu',
    path: '/',
    prepare: (page) => page.locator('[popovertarget=menu]').first().click({ force: true }),
  },
  { name: 'introuvable', path: '/introuvable' },
  { name: 'merci-contact', path: '/merci/contact' },
  { name: 'contact-preset', path: '/contact?subject=commande' },
  {
    name: 'contact-corriger',
    path: '/contact',
    prepare: async (page) => {
      await page.locator('#contact-name').focus()
      await page.waitForFunction(() => document.querySelector<HTMLFormElement>('#form-contact')?.noValidate)
      await page.locator('#form-contact button[type=submit]').click()
      await page.locator('.form-summary').waitFor()
    },
  },
  {
    name: 'contact-sans-script-corriger',
    path: '/contact',
    javaScriptEnabled: false,
    prepare: async (page) => {
      await page.locator('#contact-name').fill('Léa')
      await page.locator('#contact-email').fill('lea@exemple')
      await page.locator('#contact-subject').selectOption('commande')
      await page.locator('#contact-message').fill('Bonjour')
      await page.locator('#form-contact button[type=submit]').click()
      await page.waitForURL('**/formulaires/contact')
    },
  },
]

async function shoot(browser: Browser, url: string, { name, path, prepare, javaScriptEnabled = true }: State) {
  for (const width of WIDTHS) {
    const context = await browser.newContext({
      viewport: { width, height: HEIGHT },
      reducedMotion: 'reduce',
      javaScriptEnabled,
    })
    const page = await context.newPage()
    await page.goto(url + path, { waitUntil: 'load' })
    await prepare?.(page).catch((error) => console.error(`${name} ${width}: ${error.message.split('\n')[0]}`))
    // Lazy pictures load when they come near the window.
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    for (let y = 0; y < height; y += HEIGHT) {
      await page.mouse.wheel(0, HEIGHT)
      await page.waitForTimeout(40)
    }
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => scrollTo(0, 0))
    await page.screenshot({ path: `${FOLDER}/${name}-${width}.png`, fullPage: true })
    await context.close()
  }
}

async function printed(browser: Browser, url: string) {
  const page = await browser.newPage()
  await page.goto(`${url}/terms`)
  await page.pdf({ path: `${FOLDER}/terms.pdf`, format: 'A4' })
  await page.close()
}

const site = await openSite()
const browser = await launch()
try {
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER)
  const routes = pageRoutes().map((path) => ({ name: path === '/' ? 'accueil' : path.slice(1), path }))
  for (const state of [...routes, ...STATES]) {
    await shoot(browser, site.url, state)
    console.log(state.name)
  }
  await printed(browser, site.url)
} finally {
  await browser.close()
  await site.close()
}
