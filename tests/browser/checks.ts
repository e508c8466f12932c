import type { Page } from 'playwright-core'

/**
 * Rules that hold on every page. Each runs in the page and returns the elements that break it; `broken` shows them.
 * None of them may use a name of this module.
 */

/** Returns the start of the HTML of each element that breaks a rule. */
export async function broken(page: Page, rule: (of?: string) => Element[], of?: string): Promise<string[]> {
  const elements = await page.evaluateHandle(rule, of)
  const html = await elements.evaluate((all) => all.map(({ outerHTML }) => outerHTML.slice(0, 100)))
  await elements.dispose()
  return html
}

/** Targets below 24 pixels (WCAG 2.5.8); buttons, fields and menu entries below 44 (project rule). */
export const tooSmall = () =>
  [...document.querySelectorAll('a, button, summary, input, select, textarea')].filter((element) => {
    // A label belongs to the target of its control; links in a sentence are exempt (WCAG 2.5.8, inline).
    const target = element.closest('label') ?? element
    const sentence = element.closest('p, li, dd, td')?.textContent?.trim()
    const inSentence = getComputedStyle(element).display === 'inline' && sentence !== element.textContent?.trim()
    const hidden =
      element.matches('[type=hidden], .skip, .form-trap *') || !element.checkVisibility({ visibilityProperty: true })
    if (hidden || inSentence) return false
    const isLarge = target.matches(
      'button, .button, label, .link, nav a, summary, input:not([type=checkbox]), select, textarea',
    )
    const { width, height } = target.getBoundingClientRect()
    return width < 24 || height < (isLarge ? 44 : 24)
  })

/** What is animated or scrolls smoothly although prefers-reduced-motion is emulated. */
export const moving = () =>
  [...document.querySelectorAll('*')].filter((element) =>
    [null, '::before', '::after'].some((part) => {
      const style = getComputedStyle(element, part) as CSSStyleDeclaration & { animationTimeline?: string }
      const { animationName, animationTimeline, animationDuration, transitionDuration, scrollBehavior } = style
      const lasts = (times: string) => times.split(', ').some((time) => Number.parseFloat(time) > 0.001)
      // The duration of a scroll-driven animation is meaningless.
      const isScrolled = (animationTimeline ?? 'auto') !== 'auto'
      const glides = lasts(transitionDuration) || scrollBehavior === 'smooth'
      return glides || (animationName !== 'none' && (isScrolled || lasts(animationDuration)))
    }),
  )

/** Closed details whose content is hidden and that have no visible summary, so that nobody can open them. */
export const cannotBeOpened = () =>
  [...document.querySelectorAll('details:not([open], [hidden])')].filter(
    (fold) =>
      fold.parentElement?.checkVisibility() &&
      !fold.querySelector('summary')?.checkVisibility() &&
      !fold.querySelector(':scope > :not(summary)')?.checkVisibility(),
  )

/** Controls without a native appearance or border, which are invisible in forced colours. */
export const edgeless = () =>
  [...document.querySelectorAll('input, select, textarea')].filter((control) => {
    const { appearance, borderStyle } = getComputedStyle(control)
    return control.checkVisibility() && appearance === 'none' && borderStyle === 'none'
  })

/** Table cells without the name of their column where the table head is hidden: on phones and in print. */
export const unnamedCells = () =>
  [...document.querySelectorAll<HTMLElement>('td[data-label]')].filter((cell) => {
    const head = cell.closest('table')?.tHead
    const isHidden = head && getComputedStyle(head).clipPath !== 'none'
    return isHidden && !getComputedStyle(cell, '::before').content.includes(cell.dataset.label ?? '')
  })

/** Elements with a word that is broken across lines without a hyphen, because it is wider than its place. */
export const brokenWords = () => {
  const walker = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT)
  const found: Element[] = []
  const range = document.createRange()
  while (walker.nextNode()) {
    const { currentNode: node } = walker
    const parent = node.parentElement as Element
    // E-mail addresses may break; table heads are hidden in narrow windows.
    if (parent.closest('a[href^=mailto], thead')) continue
    for (const { index, 0: word } of (node.textContent ?? '').matchAll(/\p{L}{3,}/gu)) {
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)))
      if (lines.size > 1) found.push(parent)
    }
  }
  return found
}

/** Texts in a quieter tone than the others, while prefers-contrast: more is emulated. */
export const mutedTexts = () =>
  [...document.querySelectorAll('main :is(p, li, label, legend, small)')].filter((element) => {
    const style = getComputedStyle(element)
    return style.getPropertyValue('--text').trim() !== style.getPropertyValue('--text-quiet').trim()
  })

/** Elements without a visible focus indicator (WCAG 2.4.13: two pixels thick, contrast of 3:1). Press Tab before. */
export const unmarkedFocus = () => {
  const channels = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number)
  const light = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = channels(colour).map((value) =>
      value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  /** Starts at the parent, because the focus ring is drawn outside its element. */
  const groundOf = ({ parentElement }: Element): string => {
    const colour = parentElement ? getComputedStyle(parentElement).backgroundColor : 'rgb(255, 255, 255)'
    return parentElement && channels(colour)[3] === 0 ? groundOf(parentElement) : colour
  }
  return [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')].filter(
    (element) => {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.tabIndex < 0) return false
      element.focus({ preventScroll: true })
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element)
      const [low = 0, high = 0] = [light(outlineColor), light(groundOf(element))].sort((a, b) => a - b)
      const isMarked =
        outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && (high + 0.05) / (low + 0.05) >= 3
      return document.activeElement === element && !isMarked
    },
  )
}

/** Links, controls or other elements that something covers in their middle or at an end. */
export const covered = (selector = 'a[href], button, summary, input, select, textarea') => {
  const found = [...document.querySelectorAll(selector)].filter((element) => {
    const isShown = element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    if (!isShown || element.matches('[type=hidden], .skip, .form-trap *')) return false
    const target = element.closest('label') ?? element
    // What sticks to the window is looked at with the middle of the page beneath it.
    scrollTo({ top: document.documentElement.scrollHeight / 2, behavior: 'instant' })
    target.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { left, top, width, height } = target.getClientRects()[0] ?? new DOMRect()
    return (
      width > 1 &&
      [0.5, 0.1, 0.95].some(
        (share) => !target.contains(document.elementFromPoint(left + width * share, top + height / 2)),
      )
    )
  })
  scrollTo({ top: 0, behavior: 'instant' })
  return found
}

/** Tab stops that lie before the one that Tab leaves in a section: left of it in its row, or above it in its column. */
export const outOfOrder = () => {
  const stops = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')].filter(
    (element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      element.tabIndex >= 0 &&
      !element.matches('.skip, [type=hidden], .form-trap *'),
  )
  const boxes = stops.map((stop) => stop.getClientRects()[0] ?? new DOMRect())
  return stops.filter((_, index) => {
    const [last, next] = [boxes[index - 1], boxes[index]]
    const [from, to] = [stops[index - 1], stops[index]].map((stop) => stop?.closest('section, form, nav, aside'))
    if (!last || !next || from !== to) return false
    const isInRow = Math.min(last.bottom, next.bottom) - Math.max(last.top, next.top) > 4
    const isInColumn = Math.min(last.right, next.right) - Math.max(last.left, next.left) > 4
    return (isInRow && next.right <= last.left) || (isInColumn && next.bottom <= last.top)
  })
}

/** What is useless, unreadable, torn or missing in print, one line each. Call it while print media are emulated. */
export const wrongOnPaper = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const seen = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter((each) => each.checkVisibility())
    const isPale = (each: Element) => (getComputedStyle(each).color.match(/[\d.]+/g) ?? []).some((part) => +part > 128)
    const saysTarget = (link: Element) =>
      getComputedStyle(link, '::after').content.includes(link.getAttribute('href') ?? '')
    const faults: Record<string, Element[]> = {
      'useless on paper': seen('nav, footer, dialog, button, input[type=range]').filter(
        (each) => !each.closest('form'),
      ),
      'pale text': seen('main :is(h1, h2, h3, p, li, label, td, th, dt, dd, figcaption)').filter(isPale),
      'link without its URL': seen('main p a:not(.link, .button):is([href^="/"], [href^="https:"])').filter(
        (each) => !saysTarget(each),
      ),
      'may break across pages': seen('.model-form, .prose tr, .head, #contact').filter(
        (each) => getComputedStyle(each).breakInside !== 'avoid',
      ),
      'content of closed details missing': [
        // Nobody writes into a form that is folded.
        ...document.querySelectorAll('main details:not(form *, nav *, [hidden], :has(form)) > :not(summary)'),
      ].filter((each) => !each.checkVisibility()),
    }
    return Object.entries(faults).flatMap(([fault, elements]) =>
      elements.map(({ outerHTML }) => `${fault}: ${outerHTML.slice(0, 100)}`),
    )
  })
