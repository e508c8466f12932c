import { expect, it } from 'vitest'
import { browse, openTab } from '../browse.ts'
import { visit } from '../open-page.ts'

browse()

it('«Tirez le fil» is drawn by key and finger, says what is seen, and brings that model forward', async () => {
  const page = await openTab({ hasTouch: true, viewport: { width: 390, height: 800 } })
  await page.goto('/')
  const thread = page.getByRole('slider', { name: /^Tirez le fil/ })
  const models = page.locator('#modeles')
  const [first, second] = [models.locator('.model').first(), models.locator('.model').last()]
  const background = (at: typeof first) =>
    at.locator('.button').evaluate((button) => getComputedStyle(button).backgroundColor)
  for (const [key, said, forward, back] of [
    ['Home', 'Grand Sport', second, first],
    ['End', 'Elegance', first, second],
  ] as const) {
    await thread.press(key)
    expect(await thread.getAttribute('aria-valuetext')).toBe(said)
    await expect.poll(() => background(back), { message: 'the button of the other model' }).toMatch(/, 0\)$/)
    await expect.poll(() => background(forward), { message: `the button of ${said}` }).not.toMatch(/, 0\)$/)
  }
  const box = await thread.boundingBox()
  await page.touchscreen.tap((box?.x ?? 0) + 100, (box?.y ?? 0) + 100)
  await expect.poll(() => models.getAttribute('data-shown')).toBe('second')
})

it('«Tirez le fil» shows both edges and both buttons without JavaScript', async () => {
  const page = await visit('/', { javaScriptEnabled: false })
  const models = page.locator('#modeles')
  expect(await models.locator('.models-edge img:visible').count(), 'edges').toBe(2)
  for (const model of ['elegance', 'grand_sport'])
    expect(await models.locator(`a[href="/devis/${model}"]`).isVisible(), model).toBe(true)
  expect(await models.getByRole('slider').count(), 'a slider that nothing moves').toBe(0)
})

it('on a phone the way to a quote stands at the bottom from the second screen on, not over a form or the footer', async () => {
  const page = await openTab({ viewport: { width: 390, height: 700 } })
  await page.goto('/hera-club')
  const isShown = () => page.locator('.ask-bar').isVisible()
  expect(await isShown(), 'on the first screen').toBe(false)
  const scroll = (where: string) =>
    page.locator(where).evaluate((part) => part.scrollIntoView({ block: 'start', behavior: 'instant' }))
  for (const [where, wanted] of [
    ['#pourquoi', true],
    ['main form', false],
    ['#production', true],
    ['footer', false],
  ] as const) {
    await scroll(where)
    await expect.poll(isShown, { message: `the bar at ${where}` }).toBe(wanted)
  }
})
