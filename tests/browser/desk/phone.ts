import type { Browser, Page } from 'playwright-core'
import type { DeskSite } from '../../server/desk/desk-site.ts'

/** Opens a page in a phone-sized browser context that is signed in at the desk. */
export async function signedInPhone(browser: Browser, deskSite: DeskSite, javaScriptEnabled = true): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    locale: 'fr-FR',
    reducedMotion: 'reduce',
    javaScriptEnabled,
  })
  const [name = '', value = ''] = (await deskSite.signIn()).split('=')
  await context.addCookies([{ name, value, url: deskSite.site.url }])
  return context.newPage()
}
