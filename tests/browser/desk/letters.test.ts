import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type DeskSite, openDeskSite } from '../../server/desk/desk-site.ts'
import { hold } from '../open-page.ts'
import { closePages, sharedBrowser } from '../shared-browser.ts'
import { signedInPhone } from './phone.ts'

let deskSite: DeskSite
let browser: Browser
let page: Page
beforeAll(async () => {
  ;[deskSite, browser] = await Promise.all([openDeskSite(true, { MAIL_PER_HOUR: '1' }), sharedBrowser()])
  page = await signedInPhone(browser, deskSite)
})
afterAll(async () => {
  await closePages(browser)
  await deskSite?.close()
})
beforeEach(() => page.goto(`${deskSite.site.url}/bureau/lettres`))

const text = () => page.getByLabel('Texte')
const kept = () => page.locator('#enregistre').textContent()
const live = () => page.locator('#enregistre').getAttribute('aria-live')

it('the letter editor saves a draft while typing, previews it and restores it after the page is left', async () => {
  await page.getByRole('link', { name: 'Écrire une lettre' }).click()
  await page.getByLabel('Objet').waitFor()
  const rejected = await page.locator('main :invalid').count()
  expect(rejected, 'fields of an empty letter that keep its buttons from working').toBe(0)
  const visited = () => page.evaluate(() => history.length)
  const before = await visited()
  await page.getByText('Lettre d’information').click()
  const colour = () => page.locator('#enregistre').evaluate((line) => getComputedStyle(line).color)
  const quiet = await colour()
  await page.getByLabel('Objet').fill('Le printemps')
  await text().fill('Les tapis avancent.')
  await expect.poll(kept).toMatch(/^Enregistré à \d+ h/)
  const preview = page.frameLocator('iframe')
  await preview.getByText('Les tapis avancent.').waitFor()
  expect(await live(), 'aria-live of the first save').toBe('polite')
  expect(await colour(), 'colour of a save').toBe(quiet)
  // Words typed while a save waits for its response are saved after it, unless the page is left in spite of a question.
  const saving = page.waitForRequest('**/bureau/lettres/nouvelle*')
  const answer = await hold(page, '**/bureau/lettres/nouvelle*')
  await text().fill('Les tapis avancent. Encore')
  await saving
  await text().fill('Les tapis avancent. Encore trois semaines.')
  const question = page.waitForEvent('dialog').then((dialog) => dialog.dismiss().then(() => dialog.type()))
  await page.evaluate(() => location.assign('/bureau'))
  expect(await question).toBe('beforeunload')
  await answer()
  await preview.getByText('Encore trois semaines.').waitFor()
  expect(await live(), 'aria-live of the second save').toBe('off')
  expect(await visited(), 'pages in the history of the browser after two saves').toBe(before)
  await page.reload()
  expect(await text().inputValue(), 'text after a reload').toBe('Les tapis avancent. Encore trois semaines.')

  await page.goto(`${deskSite.site.url}/bureau/lettres`)
  expect(await page.getByText(/dernière modification/).textContent()).toMatch(/, vous\s*$/)
  await page.getByRole('link', { name: /Le printemps/ }).click()
  expect(await text().inputValue()).toBe('Les tapis avancent. Encore trois semaines.')

  // A failed save is retried when the page is left, by a request that outlives the page.
  const outlives = () => page.evaluate(() => sessionStorage.getItem('keepalive'))
  await page.evaluate(() => {
    const send = fetch
    window.fetch = (address, init) => {
      sessionStorage.setItem('keepalive', String(init?.keepalive))
      return send(address, init)
    }
  })
  await page.route('**/bureau/lettres/nouvelle*', (route) => route.abort(), { times: 1 })
  await text().fill('Les tapis sont prêts.')
  await expect.poll(kept).toMatch(/n’a pas pu être gardé/)
  expect(await outlives(), 'keepalive while the page is visible, which would limit its length').toBe('false')
  expect(await live(), 'aria-live of a failed save').toBe('assertive')
  expect(await colour(), 'colour of a failed save, compared to that of a save').not.toBe(quiet)
  await page.goto(`${deskSite.site.url}/bureau/lettres`)
  expect(await outlives(), 'keepalive when the page is left').toBe('true')
  await expect.poll(() => deskSite.sql('SELECT text FROM letter_drafts')).toEqual([{ text: 'Les tapis sont prêts.' }])
})

it('the letter editor reports an expired session and saves again after a sign-in in another tab', async () => {
  await page.goto(`${deskSite.site.url}/bureau/lettres/nouvelle`)
  await page.getByLabel('Lettre d’information').check()
  deskSite.sql("UPDATE desk_sessions SET seen_at = '2020-01-01T00:00:00.000Z'")
  await text().fill('Les tapis avancent.')
  await expect.poll(kept).toMatch(/^Votre session est terminée/)
  const other = await page.context().newPage()
  await other.goto(deskSite.site.url + (await deskSite.link()))
  await other.getByRole('button', { name: 'Entrer' }).click()
  await other.waitForURL('**/bureau')
  await text().fill('Les tapis avancent bien.')
  await expect.poll(kept).toMatch(/^Enregistré à/)
  expect(await live(), 'aria-live of the first save after a failure').toBe('polite')
  expect(deskSite.sql("SELECT text FROM letter_drafts WHERE text LIKE '%bien.'")).toHaveLength(1)
  deskSite.sql("DELETE FROM letter_drafts WHERE text LIKE '%bien.'")
})

it('the page of a letter being sent updates itself and shows when the last e-mail will be sent', async () => {
  const created_at = new Date().toISOString()
  for (const n of ['a', 'b', 'c']) await deskSite.ask('/formulaires/newsletter', { body: { email: `${n}@exemple.fr` } })
  deskSite.sql('UPDATE newsletter_subscriptions SET confirmed_at = ?', created_at)
  deskSite.sql('DELETE FROM outbox')
  await page.clock.install()
  await page.goto(`${deskSite.site.url}/bureau/lettres`)
  await page.getByRole('link', { name: /Le printemps/ }).click()
  await page.getByRole('button', { name: 'Envoyer à 3 personnes…' }).click()
  await page.getByRole('button', { name: 'Oui, envoyer à 3 personnes' }).click()
  const progress = () => page.locator('[data-follow]').textContent()
  await expect.poll(progress).toMatch(/La dernière part vers/)
  // During a restart of the server, the page keeps its content and polls again.
  await page.route('**/bureau/lettres/*', (route) => route.fulfill({ status: 503, body: 'Arrêt' }))
  for (let times = 0; times < 2; times++) {
    const refused = page.waitForResponse((answer) => answer.request().resourceType() === 'xhr')
    await page.clock.runFor(10_000)
    expect(await (await refused).text()).toBe('Arrêt')
  }
  expect(await progress()).toMatch(/La dernière part vers/)
  await page.unroute('**/bureau/lettres/*')
  deskSite.sql("UPDATE outbox SET sent_at = ?, claimed_at = NULL WHERE kind = 'letter'", created_at)
  deskSite.sql('UPDATE letters SET stopped_at = ?', created_at)
  await page.clock.runFor(10_000)
  await expect.poll(() => page.getByText(/arrêtée aujourd’hui/).count(), { message: 'letter shown as stopped' }).toBe(1)
  expect(await page.locator('[data-follow]').count(), 'parts that still update themselves').toBe(0)
})
