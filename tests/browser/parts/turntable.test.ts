import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, Request, Route } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { browse, site } from '../browse.ts'
import { reactSettled, visit } from '../open-page.ts'

browse()

const FRAME = /\/_astro\/\d\d\.[^/]+\.(avif|webp)$/
/** Number of frames, and the maximum size of all of them in bytes (specification of the turntable). */
const FRAMES = 72
const WEIGHT_MAX = 1_500_000
/** Number of frames that are loaded first and make a full turn. */
const FIRST_TURN = 12

const numberOf = (request: Request) => Number(/\/(\d\d)\./.exec(request.url())?.[1])

const pictures = new Map<number, Promise<Buffer>>()

/** Responds with a picture of one colour per frame number, in the proportions of a frame: it decodes quickly. */
async function plain(route: Route) {
  const number = numberOf(route.request())
  const create = { width: 80, height: 72, channels: 3, background: { r: 3 * number, g: 0, b: 0 } } as const
  const picture = pictures.get(number) ?? sharp({ create }).png().toBuffer()
  pictures.set(number, picture)
  await route.fulfill({ contentType: 'image/png', body: await picture })
}

/** Opens /quilting and scrolls to the turntable; `asked` lists the numbers of the frames requested so far. */
async function turntable() {
  const page = await visit('about:blank', { reducedMotion: 'reduce', hasTouch: true, pictures: true })
  const asked: number[] = []
  page.on('request', (request) => {
    if (FRAME.test(request.url())) asked.push(numberOf(request))
  })
  // The other pictures of the page take longer to decode than all frames.
  await page.route(/\.(avif|webp)$/, (route) => route.abort())
  await page.route(FRAME, plain)
  await page.goto('/quilting')
  await page.locator('.turntable').scrollIntoViewIfNeeded()
  await expect.poll(() => asked).toEqual([0])
  return { page, asked, slider: page.getByRole('slider') }
}

/** Returns the colour in the middle of the canvas, which differs by frame; nothing while it is hidden. */
const drawn = (page: Page) =>
  page.locator('.turntable canvas').evaluate((canvas: HTMLCanvasElement) =>
    canvas.hidden
      ? undefined
      : canvas
          .getContext('2d')
          ?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1)
          .data.join(),
  )

/** Drags over the picture and releases it in motion; returns the number of frames it was turned by then. */
const letGoInMotion = (page: Page) =>
  // With its own timestamps, so that a busy machine does not change the speed.
  page.locator('.turntable-stage').evaluate((stage) => {
    const hand = [
      ['pointermove', 100, 1],
      ['pointermove', 150, 1],
      ['pointerup', 150, 0],
    ] as const
    for (const [index, [type, clientX, buttons]] of hand.entries()) {
      const event = new PointerEvent(type, { bubbles: true, clientX, buttons, pointerId: 1 })
      Object.defineProperty(event, 'timeStamp', { value: 1000 + 16 * index })
      stage.dispatchEvent(event)
    }
    // The width of the picture is three quarters of a turn: 54 frames.
    return Math.round((50 / stage.clientWidth) * 54)
  })

/** True if it does not turn for 12 animation frames, counted instead of timed because it turns per frame. */
const rests = (page: Page) =>
  page.getByRole('slider').evaluate(async (input: HTMLInputElement) => {
    const before = input.value
    for (let frame = 0; frame < 12; frame++) await new Promise(requestAnimationFrame)
    return input.value === before
  })

describe('the turntable', () => {
  it('loads one frame at first and the others once each on the first drag, turns by mouse and keys, and describes its position', async () => {
    const { page, asked, slider } = await turntable()
    await page.waitForLoadState('networkidle')
    expect(asked).toEqual([0])
    const height = () => page.evaluate(() => document.body.scrollHeight)
    const before = await height()
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
    await expect.poll(() => new Set(asked).size, { message: 'frames fetched' }).toBe(FRAMES)
    const others = asked.filter((number) => number > 0)
    expect(others.length, 'requests for the other frames').toBe(FRAMES - 1)
    const coarse = others.slice(0, FIRST_TURN - 1)
    expect(
      coarse.filter((number) => number % 6),
      'frames before a coarse turn is whole',
    ).toEqual([])
    await expect.poll(() => page.locator('.turntable canvas').isVisible(), { message: 'the canvas shows' }).toBe(true)
    expect(await height(), 'height of the page').toBe(before)

    await slider.fill('27')
    expect(await slider.getAttribute('aria-valuetext')).toBe('de face, 135°')
    // More frames than are kept decoded.
    for (let frame = 4; frame < FRAMES; frame += 5) {
      const shown = await drawn(page)
      await slider.fill(String(frame))
      await expect.poll(() => drawn(page), { message: `the canvas shows frame ${frame}` }).not.toBe(shown)
    }
    await slider.fill('0')
    for (const [key, value] of [
      ['ArrowLeft', '71'],
      ['ArrowRight', '0'],
      ['ArrowRight', '1'],
    ] as const) {
      await slider.press(key)
      expect(await slider.inputValue(), key).toBe(value)
      expect(await slider.getAttribute('aria-valuetext'), key).toMatch(/^de trois quarts arrière, côté brodé/)
    }
  })

  it('does not turn by itself; released in motion, it turns on until it is pressed, except with reduced motion', async () => {
    const { page, slider } = await turntable()
    await slider.focus()
    await expect.poll(() => page.locator('.turntable canvas').isVisible(), { message: 'the canvas shows' }).toBe(true)
    expect(await slider.inputValue(), 'frame before it is turned').toBe('0')
    const turnsOnBy = async () => {
      const start = Number(await slider.inputValue())
      const letGoAt = start + (await letGoInMotion(page))
      await expect.poll(() => rests(page), { message: 'it has come to rest' }).toBe(true)
      return Number(await slider.inputValue()) - letGoAt
    }
    expect(await turnsOnBy(), 'frames turned after the release, with reduced motion').toBe(0)
    // On a touch screen, no pointermove without a button follows the first swipe.
    expect(await turnsOnBy(), 'frames turned after a second swipe').toBe(0)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    expect(await turnsOnBy(), 'frames turned after the release').toBeGreaterThan(2)
    await slider.fill('0')
    // The page scrolled under the finger, which comes back elsewhere.
    await page.locator('.turntable-stage').evaluate((stage) => {
      for (const [type, clientX] of [
        ['pointermove', 100],
        ['pointercancel', 0],
        ['pointermove', 250],
      ] as const)
        stage.dispatchEvent(new PointerEvent(type, { bubbles: true, clientX, buttons: 1, pointerId: 1 }))
    })
    await reactSettled(page)
    expect(await slider.inputValue(), 'frame at the start of the drag after a cancelled one').toBe('0')
    await page.locator('.turntable-stage').hover()
    await letGoInMotion(page)
    await page.mouse.down()
    expect(await rests(page), 'it stands still while it is pressed').toBe(true)
  })

  it('has frames of at most 1.5 MB in total in either format', async () => {
    const read = async (path: string) => (await fetch(site.url + path)).text()
    const [, module = ''] = /component-url="([^"]*Turntable[^"]*)"/.exec(await read('/quilting')) ?? []
    const source = await read(module)
    for (const format of ['avif', 'webp']) {
      const paths = [...new Set(source.match(new RegExp(`/_astro/\\d\\d\\.[\\w-]+\\.${format}`, 'g')))]
      expect(paths.length, `frames as ${format}`).toBe(FRAMES)
      const weight = paths.reduce((sum, path) => sum + statSync(join('dist/client', path)).size, 0)
      expect(weight, `bytes of all frames as ${format}`).toBeLessThanOrEqual(WEIGHT_MAX)
    }
  })

  it('shows a message if the frames cannot be loaded', async () => {
    const { page, slider } = await turntable()
    await page.route(FRAME, (route) => route.abort())
    await slider.focus()
    await expect.poll(() => page.locator('.turntable-problem').textContent()).toContain('n’a pas pu être chargé')
  })

  it('is a picture without JavaScript', async () => {
    const page = await visit('/quilting', { javaScriptEnabled: false })
    expect(await page.locator('.turntable img').isVisible(), 'the picture is shown').toBe(true)
    expect(await page.locator('.turntable-slider').isVisible(), 'no slider is shown').toBe(false)
    expect(await page.locator('.turn .text').isVisible(), 'no text invites to turn it').toBe(false)
  })
})
