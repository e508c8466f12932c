import { hash } from 'node:crypto'
import { type FormName, forms } from '../forms/index.ts'
import { type Notices, noticeText } from '../forms/notice.ts'

/**
 * Returns the privacy notice of each form, by form name, with its version: 12 hexadecimal digits of its hash.
 * @param company the facts of src/content/company.yaml
 */
export function noticesFor(company: Record<string, string>): Record<FormName, Notices[string]> {
  const controller = { name: company.raison_sociale || company.nom || '', email: company.email ?? '' }
  return Object.fromEntries(
    Object.values(forms).map((form) => {
      const text = noticeText(form, controller)
      const version = hash('sha256', `${form.name}\n${text}`, 'hex').slice(0, 12)
      return [form.name, { version, text }]
    }),
  ) as Record<FormName, Notices[string]>
}
