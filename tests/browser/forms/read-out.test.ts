import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import type { Errors, Form } from '../../../src/forms/form.ts'
import { allForms, forms } from '../../../src/forms/index.ts'
import { browse, browser, site } from '../browse.ts'
import { alive } from '../living.ts'

browse()

interface Said {
  name: string | undefined
  /** What is read after the name and the kind: the help, then what is wrong. */
  description: string | undefined
}

/** Name and description of every field of a form, as the browser gives them to a screen reader. */
async function said(page: Page, form: Form, id: string): Promise<Record<string, Said>> {
  const session = await page.context().newCDPSession(page)
  const { root } = await session.send('DOM.getDocument')
  const fields: Record<string, Said> = {}
  for (const field of Object.keys(form.fields)) {
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: `#${id}-${field}` })
    const { nodes } = await session.send('Accessibility.getPartialAXTree', { nodeId, fetchRelatives: false })
    fields[field] = { name: nodes[0]?.name?.value, description: nodes[0]?.description?.value ?? '' }
  }
  return fields
}

/** What the form's own words are, with an error or without. */
function wanted(form: Form, errors: Errors): Record<string, Said> {
  return Object.fromEntries(
    Object.entries(form.fields).map(([field, { label, hint }]) => [
      field,
      { name: label, description: [hint, errors[field]].filter(Boolean).join(' ') },
    ]),
  )
}

/** What the server finds wrong with a form sent empty. */
async function errorsOf({ name }: Form): Promise<Errors> {
  const headers = { Accept: 'application/json', 'Content-Type': 'application/json' }
  const answer = await fetch(`${site.url}/formulaires/${name}`, { method: 'POST', headers, body: '{}' })
  const { errors } = (await answer.json()) as { errors: Errors }
  expect(Object.keys(errors).length, 'sentences of a form sent empty').toBeGreaterThan(0)
  return errors
}

/** Sends a form as it is, past the checks of the browser. */
const sendEmpty = (page: Page, id: string) =>
  page.locator(`#form-${id}`).evaluate((form: HTMLFormElement) => {
    form.noValidate = true
    form.requestSubmit()
  })

/** How the controls of a form are drawn, but for colours, which say what is wrong, and sizes of letters, which are the page’s. */
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

// The popup is there with scripts alone.
it.each([...cases, { form: waitlist as Form, id: POPUP, scripts: true }])(
  'the form $id says label and help of every field, and the sentence of a wrong one; scripts: $scripts',
  async ({ form, id, scripts }) => {
    const page = scripts ? withScripts : withoutScripts
    await page.goto(site.url + form.page)
    const element = page.locator(`#form-${id}`)
    if (id === POPUP) await page.locator('#popup').evaluate((dialog: HTMLDialogElement) => dialog.showModal())
    expect(await said(page, form, id), 'before it is sent').toEqual(wanted(form, {}))
    const before = await drawn(page, id)
    if (scripts) {
      await element.locator('input:not([type=hidden]), select').first().focus()
      await alive(page, id)
    }
    await sendEmpty(page, id)
    if (!scripts) await page.waitForURL('**/formulaires/*')
    // The page that answers may show the form under another name: its foot holds the newsletter's already.
    const shown = page.locator(`main form[id^="form-${id}"]`)
    const answered = scripts ? id : String(await shown.getAttribute('id')).replace(/^form-/, '')
    const errors = await errorsOf(form)
    await expect
      .poll(() => said(page, form, answered), { message: 'where nothing is filled in' })
      .toEqual(wanted(form, errors))
    expect(await drawn(page, answered), 'how its controls are drawn once it is answered').toEqual(before)
    const elsewhere = await page
      .locator(`#form-${answered} .form-summary a`)
      .evaluateAll((all: HTMLAnchorElement[]) =>
        all.map(({ hash }) => hash).filter((hash) => !document.querySelector(`form:has(.form-summary) ${hash}`)),
      )
    expect(elsewhere, 'links of the summary that lead to no answer of its form').toEqual([])
  },
)
