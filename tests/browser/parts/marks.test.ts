import { expect, it } from 'vitest'
import { occurrences } from '../../../src/build/preview/occurrences.ts'
import { textIn } from '../../../src/build/preview/text-in.ts'
import { sharedBrowser } from '../shared-browser.ts'

it('the preview finds a sentence between blocks without a space, and one across inline elements', async () => {
  const page = await (await sharedBrowser()).newPage()
  await page.setContent('<p>À propos</p><h1>La maison</h1><p>Une <b>phras</b>e <a href="/">liée</a>.</p>')
  const text = await page.evaluate(`(${textIn})(document.body).text`)
  await page.close()
  const found = occurrences(String(text), ['La maison', 'Une phrase liée.'])
  expect(found.map(([start, end]) => String(text).slice(start, end))).toEqual(['La maison', 'Une phrase liée.'])
})
