/** Actions of the WebDriver standard (§15), which both protocols take in the same form. */
export type Actions = { type: 'key' | 'pointer'; id: string; actions: Record<string, unknown>[] }[]

/** A browser that another program drives; what the round needs and no more. */
export interface Driver {
  /** Name and version, as the browser gives them. */
  name: string
  go(url: string): Promise<void>
  resize(width: number, height: number): Promise<void>
  /** The value of an expression in the page. Values are those of JSON. */
  run(expression: string): Promise<unknown>
  act(actions: Actions): Promise<void>
  close(): Promise<void>
}

/** Presses the middle of an element, as a finger or a mouse does. */
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

/** Types into what has the focus. */
export async function type(driver: Driver, text: string): Promise<void> {
  const actions = [...text].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ])
  await driver.act([{ type: 'key', id: 'keyboard', actions }])
}

/** Waits until an expression in the page is true. Rejects after ten seconds, with what was waited for. */
export async function until(driver: Driver, expression: string, what = expression): Promise<void> {
  for (const end = Date.now() + 10_000; Date.now() < end; ) {
    if ((await driver.run(`Boolean(${expression})`)) === true) return
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error(`not within ten seconds: ${what}`)
}
