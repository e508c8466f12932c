import sharp from 'sharp'
import { expect, it } from 'vitest'
import { browse } from '../browse.ts'
import { visit } from '../open-page.ts'

browse()

const FRAME = /\/_astro\/\d\d\.[^/]+\.(avif|webp)$/
const FRAMES = 72

it('the turntable loads one frame, and the others on the first drag; it turns by mouse and keys and says what is seen', async () => {
  const page = await visit('about:blank', { reducedMotion: 'reduce', hasTouch: true, pictures: true })
  // Frames of one colour decode quickly.
  const create = { width: 80, height: 72, channels: 3, background: 'beige' } as const
  const body = await sharp({ create }).png().toBuffer()
  const asked = new Set<string>()
  await page.route(/\.(avif|webp)$/, (route) => route.abort())
  await page.route(FRAME, async (route) => {
    asked.add(route.request().url())
    await route.fulfill({ contentType: 'image/png', body })
  })
  await page.goto('/quilting')
  await page.locator('.turntable').scrollIntoViewIfNeeded()
  await expect.poll(() => asked.size).toBe(1)
  await page.waitForLoadState('networkidle')
  expect(asked.size, 'frames before it is touched').toBe(1)
  const slider = page.locator('.turntable').getByRole('slider')
  expect(await slider.getAttribute('aria-valuetext')).toBe('de trois quarts arrière, côté brodé et doublure, 0°')
  await page.locator('.turntable-stage').hover()
  await page.mouse.down()
  const box = await page.locator('.turntable-stage').boundingBox()
  let x = (box?.x ?? 0) + (box?.width ?? 0) / 2
  const moved = async () => {
    x += 5
    await page.mouse.move(x, (box?.y ?? 0) + (box?.height ?? 0) / 2)
    return slider.inputValue()
  }
  // To the right turns forward; the opposite direction would be 71.
  await expect.poll(moved).toMatch(/^[1-9]$/)
  await page.mouse.up()
  await expect.poll(() => asked.size, { message: 'frames fetched' }).toBe(FRAMES)
  await expect.poll(() => page.locator('.turntable canvas').isVisible(), { message: 'the canvas shows' }).toBe(true)
  await slider.fill('27')
  expect(await slider.getAttribute('aria-valuetext')).toBe('de face, 135°')
  await slider.fill('0')
  await slider.press('ArrowLeft')
  expect(await slider.inputValue(), 'frame left of the first').toBe('71')
})

it('the turntable is a picture without JavaScript', async () => {
  const page = await visit('/quilting', { javaScriptEnabled: false })
  expect(await page.locator('.turntable img').isVisible(), 'the picture is shown').toBe(true)
  expect(await page.locator('.turntable-slider').isVisible(), 'no slider is shown').toBe(false)
})
