import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { pageRoutes } from '../../routes.ts'
import { browse, browser, site } from '../browse.ts'
import { visit } from '../living.ts'
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
  expect(nameless(said)).toEqual([])
  if (process.env.SPOKEN) writeFileSync(file, said)
  const kept = existsSync(file) ? readFileSync(file, 'utf8') : undefined
  if (kept !== undefined) expect(skeleton(said), REFRESH).toEqual(skeleton(kept))
  if (said !== kept)
    console.warn(
      `tests/spoken/${name}.txt : des mots ont changé depuis, ou la page est nouvelle. Pour l’écrire : npm run spoken`,
    )
}

it.each(pageRoutes())(
  '%s is read in the same order and by the same names, what the splash lies over too',
  async (path) => {
    const page = await visit(browser, site.url + path)
    expect(await page.locator('html').getAttribute('class')).toBe('splash')
    const under = await transcript(page)
    expectSpoken(under, path === '/' ? 'accueil' : path.slice(1))
    await page.keyboard.press('Shift')
    await expect.poll(() => page.locator('html').getAttribute('class')).toBe('')
    // The same words; some come to life meanwhile.
    const headings = (text: string) => text.match(/titre \d : .*/g)
    expect(headings(await transcript(page))).toEqual(headings(under))
  },
)

it('reads every page the same in forced colours', async () => {
  const page = await visit(browser, 'about:blank', { javaScriptEnabled: false })
  for (const path of pageRoutes()) {
    await page.emulateMedia({ forcedColors: 'none' })
    await page.goto(site.url + path)
    const plain = await transcript(page)
    await page.emulateMedia({ forcedColors: 'active' })
    expect(await transcript(page), path).toBe(plain)
  }
})

const FORMS: Record<string, string> = {
  contact: '/contact',
  partnership: '/partenariat',
  ambassador: '/ambassador',
  newsletter: '/faq',
  waitlist: '/',
  withdrawal: '/retractation',
  quote: '/devis',
}
it.each(Object.entries(FORMS))('the form %s says what is to be mended', async (name, path) => {
  const page = await visit(browser, site.url + path, { javaScriptEnabled: false })
  await page.locator(`#form-${name}`).evaluate((form: HTMLFormElement) => {
    form.noValidate = true
    form.submit()
  })
  await page.waitForURL(`**/formulaires/${name}`)
  await page.locator('.form-summary:focus').waitFor()
  expect(await page.title()).toMatch(/^À revoir\s: /)
  const said = await transcript(page)
  expectSpoken(said, `formulaire-${name}-erreurs`)
})
