import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { Errors, Form } from '../../../src/forms/form.ts'
import { forms } from '../../../src/forms/index.ts'
import { browse, openTab, site } from '../browse.ts'
import { isHydrated } from '../open-page.ts'

browse()

/** Returns the accessible name and description of every field of a form. */
async function said(page: Page, form: Form, id: string): Promise<Record<string, string[]>> {
  const session = await page.context().newCDPSession(page)
  const { root } = await session.send('DOM.getDocument')
  const fields: Record<string, string[]> = {}
  for (const field of Object.keys(form.fields)) {
    // Radio buttons are a group with the name of the field.
    const selector = `[role=radiogroup]:has(> label > #${id}-${field}), #${id}-${field}:not([type=radio])`
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector })
    const { nodes } = await session.send('Accessibility.getPartialAXTree', { nodeId, fetchRelatives: false })
    fields[field] = [nodes[0]?.name?.value, nodes[0]?.description?.value ?? '']
  }
  return fields
}

/** Returns the expected names and descriptions: the label, then the hint and the error of each field. */
function wanted(form: Form, errors: Errors): Record<string, string[]> {
  const fields: Record<string, string[]> = {}
  for (const [field, { label, hint }] of Object.entries(form.fields))
    fields[field] = [label, [hint, errors[field]].filter(Boolean).join(' ')]
  return fields
}

/** Returns the errors in the server's response to an empty form. */
async function errorsOf({ name }: Form): Promise<Errors> {
  const headers = { Accept: 'application/json', 'Content-Type': 'application/json' }
  const answer = await fetch(`${site.url}/formulaires/${name}`, { method: 'POST', headers, body: '{}' })
  return ((await answer.json()) as { errors: Errors }).errors
}

// The form with most kinds of fields, as the server answers it, and the one with plates, by its island.
it.each<[Form, boolean]>([
  [forms.ambassador, false],
  [forms.quote, true],
])('the form $name exposes label, hint and error of every field to screen readers', async (form, scripts) => {
  const page = await openTab({ javaScriptEnabled: scripts })
  await page.goto(form.page)
  expect(await said(page, form, form.name), 'before it is sent').toEqual(wanted(form, {}))
  if (scripts) {
    await page.locator('main form :is(input:not([type=hidden]), select)').first().focus()
    await isHydrated(page, form.name)
  }
  await page.locator(`#form-${form.name}`).evaluate((element: HTMLFormElement) => {
    element.noValidate = true
    element.requestSubmit()
  })
  if (!scripts) await page.waitForURL('**/formulaires/*')
  // The response has other ids, because its footer contains a form too.
  const id = await page.locator(`main form[id^="form-${form.name}"]`).getAttribute('id')
  const errors = await errorsOf(form)
  await expect
    .poll(() => said(page, form, String(id).replace(/^form-/, '')), { message: 'once it was sent empty' })
    .toEqual(wanted(form, errors))
})
