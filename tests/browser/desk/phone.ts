import type { Browser, Page } from 'playwright-core'
import type { Office } from '../../server/desk/office.ts'

/** Opens a page in a phone-sized browser context that is signed in at the desk. */
export async function signedInPhone(browser: Browser, office: Office, javaScriptEnabled = true): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    locale: 'fr-FR',
    reducedMotion: 'reduce',
    javaScriptEnabled,
  })
  const [name = '', value = ''] = (await office.signIn()).split('=')
  await context.addCookies([{ name, value, url: office.site.url }])
  return context.newPage()
}
