/** Actions of the WebDriver standard (§15); the same format in both protocols. */
export type Actions = { type: 'key' | 'pointer'; id: string; actions: Record<string, unknown>[] }[]

/** A remote-controlled browser, with only the functions that the tests need. */
export interface Driver {
  /** Name and version reported by the browser. */
  name: string
  go(url: string): Promise<void>
  resize(width: number, height: number): Promise<void>
  /** Evaluates an expression in the page and returns its value as JSON. */
  run(expression: string): Promise<unknown>
  act(actions: Actions): Promise<void>
  close(): Promise<void>
}

/** Clicks the middle of an element. */
export async function press(driver: Driver, selector: string): Promise<void> {
  const place = await driver.run(`(() => {
    const element = document.querySelector(${JSON.stringify(selector)})
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { left, top, width, height } = element.getBoundingClientRect()
    return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) }
  })()`)
  await driver.act([
    {
      type: 'pointer',
      id: 'mouse',
      actions: [
        { type: 'pointerMove', ...(place as object), duration: 0 },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    },
  ])
}

/** Types into the focused element. */
export async function type(driver: Driver, text: string): Promise<void> {
  const actions = [...text].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ])
  await driver.act([{ type: 'key', id: 'keyboard', actions }])
}

/** Waits until an expression in the page is true. Rejects after ten seconds, with `what` in the message. */
export async function until(driver: Driver, expression: string, what = expression): Promise<void> {
  for (const end = Date.now() + 10_000; Date.now() < end; ) {
    if ((await driver.run(`Boolean(${expression})`)) === true) return
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error(`not true within ten seconds: ${what}`)
}
