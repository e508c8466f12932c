import type { Page } from 'playwright-core'
import type { Form } from '../../src/forms/form.ts'
import { type FormName, forms } from '../../src/forms/index.ts'

/** Fills fields of a form, by field name. */
export async function fillForm(page: Page, name: string, values: Readonly<Record<string, string>>): Promise<void> {
  const { fields }: Form = forms[name as FormName]
  for (const [field, value] of Object.entries(values)) {
    const input = page.locator(`#${name}-${field}`)
    if (fields[field]?.kind === 'choice') await input.selectOption(value)
    else if (fields[field]?.kind === 'checkbox') await input.check()
    else await input.fill(value)
  }
}
