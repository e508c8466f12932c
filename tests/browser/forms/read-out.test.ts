import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import type { Errors, Form } from '../../../src/forms/form.ts'
import { allForms, forms } from '../../../src/forms/index.ts'
import { browse, browser, site } from '../browse.ts'
import { isHydrated } from '../open-page.ts'

browse()

interface Said {
  name: string | undefined
  /** The hint, then the error. */
  description: string | undefined
}

/** Returns the accessible name and description of every field of a form. */
async function said(page: Page, form: Form, id: string): Promise<Record<string, Said>> {
  const session = await page.context().newCDPSession(page)
  const { root } = await session.send('DOM.getDocument')
  const fields: Record<string, Said> = {}
  for (const field of Object.keys(form.fields)) {
    // Radio buttons are a group with the name of the field.
    const selector = `[role=radiogroup]:has(> label > #${id}-${field}), #${id}-${field}:not([type=radio])`
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector })
    const { nodes } = await session.send('Accessibility.getPartialAXTree', { nodeId, fetchRelatives: false })
    fields[field] = { name: nodes[0]?.name?.value, description: nodes[0]?.description?.value ?? '' }
  }
  return fields
}

/** Returns the expected names and descriptions: the label, then the hint and the error of each field. */
function wanted(form: Form, errors: Errors): Record<string, Said> {
  return Object.fromEntries(
    Object.entries(form.fields).map(([field, { label, hint }]) => [
      field,
      { name: label, description: [hint, errors[field]].filter(Boolean).join(' ') },
    ]),
  )
}

/** Returns the errors in the server's response to an empty form. */
async function errorsOf({ name }: Form): Promise<Errors> {
  const headers = { Accept: 'application/json', 'Content-Type': 'application/json' }
  const answer = await fetch(`${site.url}/formulaires/${name}`, { method: 'POST', headers, body: '{}' })
  const { errors } = (await answer.json()) as { errors: Errors }
  expect(Object.keys(errors).length, 'errors of an empty form').toBeGreaterThan(0)
  return errors
}

/** Submits a form as it is, without the browser's validation. */
const sendEmpty = (page: Page, id: string) =>
  page.locator(`#form-${id}`).evaluate((form: HTMLFormElement) => {
    form.noValidate = true
    form.requestSubmit()
  })

/** Returns styles of the controls of a form, without colours (they mark errors) and font sizes (set by the page). */
const drawn = (page: Page, id: string) =>
  page.locator(`#form-${id} :is(input:not([type=hidden]), select, textarea)`).evaluateAll((all: HTMLInputElement[]) =>
    all.map((control) => {
      const { appearance, borderStyle, borderWidth, padding, minHeight, display } = getComputedStyle(control)
      const width = control.type === 'checkbox' && control.offsetWidth
      return { name: control.name, appearance, borderStyle, borderWidth, padding, minHeight, display, width }
    }),
  )

const POPUP = 'popup'
const copies = allForms.map((form) => ({ form, id: form.name }))
const cases = [true, false].flatMap((scripts) => copies.map((copy) => ({ ...copy, scripts })))
const { waitlist } = forms

let withScripts: Page
let withoutScripts: Page
beforeAll(async () => {
  ;[withScripts, withoutScripts] = (await Promise.all(
    [true, false].map((javaScriptEnabled) => browser.newPage({ javaScriptEnabled, reducedMotion: 'reduce' })),
  )) as [Page, Page]
})

// The popup needs JavaScript.
it.each([...cases, { form: waitlist as Form, id: POPUP, scripts: true }])(
  'the form $id exposes label, hint and error of every field to screen readers; scripts: $scripts',
  async ({ form, id, scripts }) => {
    const page = scripts ? withScripts : withoutScripts
    await page.goto(site.url + form.page)
    const element = page.locator(`#form-${id}`)
    if (id === POPUP) await page.locator('#popup').evaluate((dialog: HTMLDialogElement) => dialog.showModal())
    expect(await said(page, form, id), 'before it is sent').toEqual(wanted(form, {}))
    const before = await drawn(page, id)
    if (scripts) {
      await element.locator('input:not([type=hidden]), select').first().focus()
      await isHydrated(page, id)
    }
    await sendEmpty(page, id)
    if (!scripts) await page.waitForURL('**/formulaires/*')
    // The response page may use another id for the form, because its footer contains the newsletter form.
    const shown = page.locator(`main form[id^="form-${id}"]`)
    const answered = scripts ? id : String(await shown.getAttribute('id')).replace(/^form-/, '')
    const errors = await errorsOf(form)
    await expect
      .poll(() => said(page, form, answered), { message: 'once it was sent empty' })
      .toEqual(wanted(form, errors))
    // The response shows the plates of the quote form as lists.
    const same = (all: typeof before) => all.filter(({ name }) => id !== 'quote' || !['piece', 'model'].includes(name))
    expect(same(await drawn(page, answered)), 'styles of its controls in the response').toEqual(same(before))
    const elsewhere = await page
      .locator(`#form-${answered} .form-summary a`)
      .evaluateAll((all: HTMLAnchorElement[]) =>
        all.map(({ hash }) => hash).filter((hash) => !document.querySelector(`form:has(.form-summary) ${hash}`)),
      )
    expect(elsewhere, 'links of the summary that lead to no field of its form').toEqual([])
  },
)
