import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { trackers } from '../../../src/browser/storage.ts'
import { browse, browser, site } from '../browse.ts'
import { withoutPictures } from '../open-page.ts'
import { nameless, skeleton, transcript } from '../spoken.ts'

/** Message of a failed comparison. */
const REFRESH = 'Ce que dit un lecteur d’écran a changé. Si c’est voulu : SPOKEN=1, puis lisez la différence.'

browse()

/**
 * Compares with the transcript in tests/spoken: roles and states must be the same. A changed text only prints a
 * warning, because texts are for people to read. A new page has no transcript yet: only its accessible names are
 * checked.
 */
function expectSpoken(said: string, name: string): void {
  const file = new URL(`../../spoken/${name}.txt`, import.meta.url)
  expect(nameless(said), 'elements without an accessible name').toEqual([])
  if (process.env.SPOKEN) writeFileSync(file, said)
  const kept = existsSync(file) ? readFileSync(file, 'utf8') : undefined
  if (kept !== undefined) expect(skeleton(said), REFRESH).toEqual(skeleton(kept))
  if (said !== kept)
    console.warn(
      `tests/spoken/${name}.txt : des mots ont changé depuis, ou la page est nouvelle. Pour l’écrire : SPOKEN=1 npx vitest run tests/browser/pages/spoken.test.ts`,
    )
}

describe('transcript of a screen reader', () => {
  let page: Page
  beforeAll(async () => {
    page = await browser.newPage({ locale: 'fr-FR' })
    await page.addInitScript((key) => sessionStorage.setItem(key, '1'), trackers.splash.key)
    // Blocks React, so that every transcript is taken before hydration.
    await withoutPictures(page, '*/react.*.js')
  })
  afterAll(() => page?.close())

  it.each(['/', '/contact', '/ambassador'])('%s matches tests/spoken, also in forced colours', async (path) => {
    await page.emulateMedia({ forcedColors: 'none' })
    await page.goto(site.url + path)
    const plain = await transcript(page)
    expectSpoken(plain, path === '/' ? 'accueil' : path.slice(1))
    await page.emulateMedia({ forcedColors: 'active' })
    expect(await transcript(page), 'transcript in forced colours').toBe(plain)
  })
})

describe('transcript of a form with errors from the server', () => {
  let page: Page
  beforeAll(async () => {
    page = await browser.newPage({ locale: 'fr-FR', javaScriptEnabled: false })
    await withoutPictures(page)
    await page.goto(`${site.url}/cookies`)
  })
  afterAll(() => page?.close())

  it.each(['contact'])('%s', async (name) => {
    // An empty submission, like that of the form's page without JavaScript.
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
