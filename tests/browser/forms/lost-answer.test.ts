import type { Page } from 'playwright-core'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { Form } from '../../../src/forms/form.ts'
import { forms } from '../../../src/forms/index.ts'
import { valid } from '../../samples.ts'
import { browse, site } from '../browse.ts'
import { fillForm } from '../fill-form.ts'
import { isHydrated, routeOnce } from '../open-page.ts'
import { openTab } from '../tab.ts'

/**
 * If the connection is cut after the server has stored a submission and before its response arrives, sending it again
 * adds no second row (decisions «Forms»).
 */
browse()

let withScripts: Page
let withoutScripts: Page
beforeAll(async () => {
  ;[withScripts, withoutScripts] = [await openTab(), await openTab({ javaScriptEnabled: false })]
})
afterEach(() => withScripts.unrouteAll())

/** Returns the contact form, hydrated and filled in. */
async function contact(email: string) {
  const page = withScripts
  await page.goto(`${site.url}/contact`)
  await page.locator('#contact-name').focus()
  await isHydrated(page, 'contact')
  await fillForm(page, 'contact', { ...valid.contact, email })
  return { page, element: page.locator('#form-contact') }
}

/** Drops the response to the next submission; the returned function gives its status, once known. */
async function loseAnswer(page: Page): Promise<() => number | undefined> {
  let status: number | undefined
  await routeOnce(page, '**/formulaires/*', async (route) => {
    status = (await route.fetch({ maxRedirects: 0 })).status()
    await route.abort('connectionreset')
  })
  return () => status
}

const rows = (table: string, address: string) => site.rows(table).filter((row) => row.email === address)

// The code of all forms is the same, and tests without a browser cover the server.
it('the contact form, with JavaScript, stores one row if the response is lost and it is sent again', async () => {
  const { page, element } = await contact('perdue@exemple.fr')
  const lost = await loseAnswer(page)
  await element.locator('[type=submit]').click()
  await element.locator('[role=alert] .form-error').waitFor()
  expect(lost(), 'status of the lost response').toBe(201)
  await element.locator('[type=submit]').click()
  await element.locator('.form-success').waitFor()
  expect(rows('contact_messages', 'perdue@exemple.fr'), 'stored rows after the form was sent twice').toHaveLength(1)
})

it.each<Form>([forms.contact, forms.withdrawal])(
  'the form $name, without JavaScript, stores one row if the response is lost and it is sent again',
  async (form) => {
    const { name, table, page: path, confirm } = form
    const [page, email] = [withoutScripts, `perdue-${name}@exemple.fr`]
    await page.goto(site.url + path)
    await fillForm(page, name, { ...valid[name], email })
    if (confirm) await page.locator(`#form-${name} [type=submit]`).click()
    const button = confirm
      ? page.getByRole('button', { name: confirm })
      : page.locator(`#form-${name}`).locator('[type=submit]')
    await button.waitFor()
    const lost = await loseAnswer(page)
    await button.click()
    await expect.poll(lost, { message: 'status of the lost response' }).toBe(confirm ? 200 : 303)
    await page.waitForURL('chrome-error://**')
    if (confirm) {
      // The confirmation page is the response to a POST, so the visitor reloads it to send the same again.
      await page.reload()
    } else {
      await page.goBack()
      await fillForm(page, name, { ...valid[name], email })
      await button.click()
    }
    await page.waitForURL(confirm ? '**/formulaires/*' : '**/merci/*')
    await expect.poll(() => rows(table, email).length, { message: 'stored rows after the form was sent twice' }).toBe(1)
  },
)

it('the contact form does not claim that nothing was sent if the connection fails before the response arrives', async () => {
  const { page, element } = await contact('coupee@exemple.fr')
  await page.route('**/formulaires/*', async (route) => {
    await route.fetch()
    await page.context().setOffline(true)
    await route.abort('internetdisconnected')
  })
  await element.locator('[type=submit]').click()
  const alert = element.locator('[role=alert] .form-error')
  await alert.waitFor()
  await page.context().setOffline(false)
  expect(rows('contact_messages', 'coupee@exemple.fr'), 'stored rows').toHaveLength(1)
  expect(await alert.textContent(), 'error shown for a stored message').toBe(forms.contact.failure)
})

/** Responses of a server or a proxy that are no success. */
const REFUSED = [
  [503, 'application/json', '{"message":"Une erreur est survenue."}'],
  [500, 'application/json', '{"message":"Un incident est survenu."}'],
  [429, 'application/json', '{"message":"Trop d’envois."}'],
  [403, 'application/json', '{"message":"Cette demande vient d’un autre site."}'],
  [502, 'text/html', '<!doctype html><title>Un instant</title>'],
  [200, 'text/html', '<!doctype html><title>Bienvenue sur le Wi-Fi de la gare</title>'],
  [200, 'application/json', '{}'],
  [200, 'application/json', '{"message":"Bienvenue","reference":{}}'],
] as const
it('the contact form shows a success only if the submission was stored', async () => {
  const { page, element } = await contact('refusee@exemple.fr')
  for (const [status, contentType, body] of REFUSED) {
    const what = `${status} ${body}`
    await routeOnce(page, '**/formulaires/*', (route) => route.fulfill({ status, contentType, body }))
    const answered = page.waitForResponse('**/formulaires/*')
    await element.locator('[type=submit]').click()
    await (await answered).finished()
    await page.locator('#form-contact[aria-busy=false]').waitFor()
    expect(await element.locator('[role=alert] .form-error').isVisible(), `${what}: error shown`).toBe(true)
    expect(await element.locator('.form-success').count(), `${what}: success shown`).toBe(0)
    expect(await page.locator('#contact-message').inputValue(), `${what}: input`).toBe(valid.contact?.message)
  }
})
