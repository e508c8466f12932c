import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { trackers } from '../../../src/browser/storage.ts'
import { allForms } from '../../../src/forms/index.ts'
import { pageRoutes } from '../../routes.ts'
import { browse, browser, site } from '../browse.ts'
import { withoutPictures } from '../living.ts'
import { nameless, skeleton, transcript } from '../spoken.ts'

/** For whoever sees this test fail. */
const REFRESH = 'Ce que dit un lecteur d’écran a changé. Si c’est voulu : npm run spoken, puis lisez la différence.'

browse()

/**
 * Compares with the transcript in tests/spoken: roles and states must be the same. Words are for people to read: where a
 * text was edited, only a notice says that `npm run spoken` writes the files anew. A page that a copywriter added has no
 * transcript yet: what it holds must have names.
 */
function expectSpoken(said: string, name: string): void {
  const file = new URL(`../../spoken/${name}.txt`, import.meta.url)
  expect(nameless(said), 'what is said without a name').toEqual([])
  if (process.env.SPOKEN) writeFileSync(file, said)
  const kept = existsSync(file) ? readFileSync(file, 'utf8') : undefined
  if (kept !== undefined) expect(skeleton(said), REFRESH).toEqual(skeleton(kept))
  if (said !== kept)
    console.warn(
      `tests/spoken/${name}.txt : des mots ont changé depuis, ou la page est nouvelle. Pour l’écrire : npm run spoken`,
    )
}

describe('is read in the same order and by the same names', () => {
  let page: Page
  beforeAll(async () => {
    page = await browser.newPage({ locale: 'fr-FR' })
    await page.addInitScript((key) => sessionStorage.setItem(key, '1'), trackers.splash.key)
    // As it is before its islands come to life, whenever that would be.
    await page.route(/\.(avif|webp)$|\/react\.[^/]*\.js$/, (route) => route.abort())
  })
  afterAll(() => page?.close())

  it.each(pageRoutes())('%s, and the same in forced colours', async (path) => {
    await page.emulateMedia({ forcedColors: 'none' })
    await page.goto(site.url + path)
    const plain = await transcript(page)
    expectSpoken(plain, path === '/' ? 'accueil' : path.slice(1))
    await page.emulateMedia({ forcedColors: 'active' })
    expect(await transcript(page), 'in forced colours').toBe(plain)
  })
})

describe('a form that comes back from the server says what is to be mended', () => {
  let page: Page
  beforeAll(async () => {
    page = await browser.newPage({ locale: 'fr-FR', javaScriptEnabled: false })
    await withoutPictures(page)
    await page.goto(`${site.url}/cookies`)
  })
  afterAll(() => page?.close())

  it.each(allForms.map(({ name }) => name))('%s', async (name) => {
    // Empty, as the page of the form sends it where no script checks the answers.
    await page.evaluate((action) => {
      const form = document.createElement('form')
      Object.assign(form, { method: 'post', action })
      document.body.append(form)
      form.submit()
    }, `/formulaires/${name}`)
    await page.waitForURL(`**/formulaires/${name}`)
    await page.locator('.form-summary:focus').waitFor()
    expect(await page.title()).toMatch(/^À revoir\s: /)
    expectSpoken(await transcript(page), `formulaire-${name}-erreurs`)
  })
})
