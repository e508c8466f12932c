import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'

/** Returns targets below 24 pixels (WCAG 2.5.8), and buttons, fields and menu entries below 44 (project rule). */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const all = document.querySelectorAll<HTMLElement>('a, button, summary, input, select, textarea')
    return [...all].flatMap((element) => {
      // A label belongs to the target of its control; links in a sentence are exempt (WCAG 2.5.8, inline).
      const target = element.closest('label') ?? element
      const sentence = element.closest('p, li, dd, td')?.textContent?.trim()
      const inSentence = getComputedStyle(element).display === 'inline' && sentence !== element.textContent?.trim()
      const hidden =
        element.matches('[type=hidden], .skip, .form-trap *') || !element.checkVisibility({ visibilityProperty: true })
      if (hidden || inSentence) return []
      const least = target.matches(
        'button, .button, label, .link, nav a, summary, input:not([type=checkbox]), select, textarea',
      )
        ? 44
        : 24
      const { width, height } = target.getBoundingClientRect()
      return width < 24 || height < least
        ? [`${Math.round(width)} × ${Math.round(height)}: ${target.textContent?.trim()}`]
        : []
    })
  })

/** Returns what is animated on a page although prefers-reduced-motion is emulated. */
export const moving = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const lasts = (times: string) => times.split(', ').some((time) => Number.parseFloat(time) > 0.001)
    const inForce = (rule: CSSRule): CSSRule[] =>
      rule instanceof CSSMediaRule && !matchMedia(rule.conditionText).matches
        ? []
        : [rule, ...('cssRules' in rule ? [...(rule as CSSGroupingRule).cssRules] : []).flatMap(inForce)]
    // View transitions between pages, which no element's style contains.
    const transitions = [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules].flatMap(inForce))
      .filter(({ cssText }) => cssText.startsWith('@view-transition'))
    const elements = [...document.querySelectorAll('*')].flatMap((element) =>
      ['', '::before', '::after'].flatMap((part) => {
        const style = getComputedStyle(element, part || null)
        // The duration of a scroll-driven animation is meaningless.
        const scrolled = (style.getPropertyValue('animation-timeline') || 'auto') !== 'auto'
        const animated = style.animationName !== 'none' && (scrolled || lasts(style.animationDuration))
        const moves = lasts(style.transitionDuration) || animated
        return moves ? [`${element.tagName} ${element.className}${part}`] : []
      }),
    )
    return [...elements, ...transitions.map(({ cssText }) => cssText)]
  })

/** Returns closed details elements without a visible summary whose content is hidden. */
export const closedWithoutSummary = (page: Page): Promise<string[]> =>
  page.locator('details:not([open], [hidden])').evaluateAll((all) =>
    all
      .filter((fold) => !fold.querySelector('summary')?.checkVisibility())
      .filter((fold) => !fold.querySelector(':scope > :not(summary)')?.checkVisibility())
      .filter((fold) => fold.parentElement?.checkVisibility())
      .map(({ outerHTML }) => outerHTML.slice(0, 80)),
  )

/** Returns elements that block scrolling by touch or pinch zoom. */
export const untouchable = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')].flatMap((element) => {
      const { touchAction } = getComputedStyle(element)
      const scrolls = /auto|manipulation|pan-y.* pinch-zoom/.test(touchAction)
      return scrolls || !element.checkVisibility() ? [] : [`${touchAction}: ${element.outerHTML.slice(0, 80)}`]
    }),
  )

/**
 * Returns checkboxes whose tick is invisible: fewer than 3 % of the pixels in the middle change when it is ticked, or
 * differ from the background.
 */
export async function unseenTicks(page: Page): Promise<string[]> {
  const unseen: string[] = []
  for (const box of await page.locator('main input[type=checkbox]:visible').all()) {
    const look = async (ticked: boolean) => {
      await box.evaluate((input: HTMLInputElement, ticked) => {
        input.checked = ticked
      }, ticked)
      const drawn = sharp(await box.screenshot())
      const { width = 0, height = 0 } = await drawn.metadata()
      const [left, top] = [Math.round(width / 4), Math.round(height / 4)]
      const middle = drawn.extract({ left, top, width: width - 2 * left, height: height - 2 * top })
      return [...(await middle.greyscale().raw().toBuffer())]
    }
    const [empty, ticked] = [await look(false), await look(true)]
    const changed = empty.filter((tone, at) => Math.abs(tone - (ticked[at] ?? tone)) > 64)
    const ground = ticked.toSorted((one, other) => one - other)[Math.floor(ticked.length / 2)] ?? 0
    const tick = ticked.filter((tone) => Math.abs(tone - ground) > 64)
    if (Math.min(changed.length, tick.length) < 0.03 * ticked.length)
      unseen.push(await box.evaluate(({ outerHTML }) => outerHTML.slice(0, 80)))
  }
  return unseen
}

/** Returns controls without a native appearance or border, because they are invisible in forced colours. */
export const edgeless = (page: Page) =>
  page.locator('input, select, textarea').evaluateAll((all) =>
    all
      .filter((each) => {
        const { appearance, borderStyle } = getComputedStyle(each)
        return each.checkVisibility() && appearance === 'none' && borderStyle === 'none'
      })
      .map(({ outerHTML }) => outerHTML),
  )

/** Returns kickers (lines above a title) that are covered by the backplate of the title in forced colours. */
export const coveredKickers = (page: Page) =>
  page.locator('.kicker').evaluateAll((all) => {
    const covered = all.filter((each) => {
      const words = document.createRange()
      words.selectNodeContents(each)
      each.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { x, y, width, height } = words.getBoundingClientRect()
      return each.checkVisibility() && !each.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    })
    scrollTo({ top: 0, behavior: 'instant' })
    return covered.map(({ outerHTML }) => outerHTML)
  })

/** Returns titles in which a letter touches the letter below it. */
export const touchingLines = (page: Page) =>
  page.locator('h1, h2, h3').evaluateAll((all) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d')
    const range = document.createRange()
    const inkOf = (text: Text, at: number) => {
      const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(text.parentElement as Element)
      if (canvas) canvas.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`
      const ink = canvas?.measureText(text.data.charAt(at)) as TextMetrics
      range.setStart(text, at)
      range.setEnd(text, at + 1)
      const { x, y } = range.getBoundingClientRect()
      const base = y + ink.fontBoundingBoxAscent
      return {
        left: x - ink.actualBoundingBoxLeft,
        right: x + ink.actualBoundingBoxRight,
        top: base - ink.actualBoundingBoxAscent,
        bottom: base + ink.actualBoundingBoxDescent,
        line: y,
      }
    }
    const touches = (title: Element) => {
      const texts = document.createTreeWalker(title, NodeFilter.SHOW_TEXT)
      const inks: ReturnType<typeof inkOf>[] = []
      while (texts.nextNode()) {
        const text = texts.currentNode as Text
        for (let at = 0; at < text.length; at += 1) if (text.data.charAt(at).trim()) inks.push(inkOf(text, at))
      }
      return inks.some((upper) =>
        inks.some(
          (lower) =>
            lower.line > upper.line + 5 &&
            lower.top <= upper.bottom &&
            lower.bottom > upper.bottom &&
            lower.left < upper.right &&
            lower.right > upper.left,
        ),
      )
    }
    return all.filter((each) => each.checkVisibility() && touches(each)).map(({ textContent }) => textContent)
  })

/** Returns boxes within a title whose backplate covers the line above them in forced colours. */
export const platesInTitles = (page: Page) =>
  page.locator(':is(h1, h2, h3) *').evaluateAll((all) =>
    all
      .filter((each) => {
        const style = getComputedStyle(each)
        return style.display === 'inline-block' && style.getPropertyValue('forced-color-adjust') !== 'none'
      })
      .map(({ outerHTML }) => outerHTML),
  )

/** Returns SVG texts nearly as bright as the shape behind them. Call it in forced colours with a dark theme. */
export const lowContrastSvgTexts = (page: Page) =>
  page.locator('svg text').evaluateAll((all) => {
    const tone = (shape: Element) => {
      const [red = 0, green = 0, blue = 0] = (getComputedStyle(shape).fill.match(/[\d.]+/g) ?? []).map(Number)
      return 0.2 * red + 0.7 * green + 0.1 * blue
    }
    const isSunk = (letter: Element) => {
      letter.scrollIntoView({ block: 'center' })
      const { x, y, width, height } = letter.getBoundingClientRect()
      const ground = document
        .elementsFromPoint(x + width / 2, y + height / 2)
        .find((each) => each instanceof SVGGeometryElement && getComputedStyle(each).fill !== 'none')
      return ground !== undefined && Math.abs(tone(letter) - tone(ground)) < 128
    }
    return all.filter((letter) => letter.checkVisibility() && isSunk(letter)).map(({ outerHTML }) => outerHTML)
  })

/** Returns elements that are useless, unreadable or missing in print. Call it while print media are emulated. */
export const wrongOnPaper = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const seen = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter((each) => each.checkVisibility())
    const isPale = (each: Element) => (getComputedStyle(each).color.match(/[\d.]+/g) ?? []).some((part) => +part > 128)
    const isOfLinks = ({ children }: Element) =>
      [...children].every((item) => item.textContent?.trim() === item.querySelector('a')?.textContent?.trim())
    const saysTarget = (link: Element) =>
      getComputedStyle(link, '::after').content.includes(link.getAttribute('href') ?? '')
    const found: Record<string, Element[]> = {
      'useless on paper': seen('nav, footer, dialog, button, input[type=range]').filter(
        (each) => !each.closest('form'),
      ),
      'list of links only': seen('main ul').filter(isOfLinks),
      'e-mail address twice': seen('main [href^="mailto:"]').filter(saysTarget),
      'pale text': seen('main :is(h1, h2, h3, p, li, label, td, th, dt, dd, figcaption)').filter(isPale),
      'link without its URL': seen('main p a:not(.link, .button):is([href^="/"], [href^="https:"])').filter(
        (each) => !saysTarget(each),
      ),
      // Print-only content: the company on legal texts and on the measuring sheet, and the blank lines of that sheet.
      'print-only content missing': [...document.querySelectorAll('.printed, .company, .blanks')].filter(
        (each) => !each.checkVisibility(),
      ),
      'fixed or hidden calendar': [...document.querySelectorAll('.calendar')].filter(
        (each) => !each.checkVisibility() || getComputedStyle(each).position === 'fixed',
      ),
      'may break across pages': seen('.model-form, .prose tr, .head, #contact').filter(
        (each) => getComputedStyle(each).breakInside !== 'avoid',
      ),
      'keeps the end of its list with the next section': seen('main li > h3').filter(
        (each) => getComputedStyle(each).breakAfter === 'avoid',
      ),
      'content of closed details missing': [
        ...document.querySelectorAll('main details:not(form *, nav *, [hidden], :has(form)) > :not(summary)'),
      ].filter((each) => !each.checkVisibility()),
    }
    return Object.entries(found).flatMap(([what, all]) => all.map((each) => `${what}: ${each.outerHTML.slice(0, 90)}`))
  })

/** Returns table cells without the name of their column where the table head is hidden: on phones and in print. */
export const unnamedCells = (page: Page): Promise<string[]> =>
  page.locator('td[data-label]').evaluateAll((all: HTMLElement[]) =>
    all
      .filter((each) => {
        const head = each.closest('table')?.tHead
        const isHidden = head && getComputedStyle(head).clipPath !== 'none'
        return isHidden && !getComputedStyle(each, '::before').content.includes(each.dataset.label ?? '')
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 90)),
  )

/** Returns elements whose weight no file of their font has, so that the browser draws it itself. */
export const fakeWeights = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faces = [...document.fonts].map(({ family, weight }) => ({
      family,
      range: weight.replace('normal', '400').split(' ').map(Number),
    }))
    return [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => {
        const { fontFamily, fontWeight } = getComputedStyle(element)
        const own = faces.filter(({ family }) => fontFamily.startsWith(family))
        return (
          own.length > 0 && !own.some(({ range: [from = 0, to = from] }) => from <= +fontWeight && +fontWeight <= to)
        )
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 90))
  })

/** Returns lists of texts, which have no class, whose items show neither a bullet nor a number. */
export const unmarkedLists = (page: Page): Promise<string[]> =>
  page
    .locator('main :is(ul, ol):not([class])')
    .evaluateAll((all) =>
      all
        .filter((list) => getComputedStyle(list).listStyleType === 'none')
        .map(({ outerHTML }) => outerHTML.slice(0, 90)),
    )

/** Returns long paragraphs whose lines are wider than 35 em, some 75 characters. */
export const longLines = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main p')].flatMap((paragraph) => {
      const text = paragraph.textContent?.trim() ?? ''
      const ems = paragraph.getBoundingClientRect().width / Number.parseFloat(getComputedStyle(paragraph).fontSize)
      return text.length > 200 && ems > 35 ? [`${Math.round(ems)} em: ${text.slice(0, 60)}`] : []
    }),
  )

/** Returns the width in pixels of the widest field; 0 without one. */
export const widestField = (page: Page): Promise<number> =>
  page
    .locator('main :is(input:not([type=range]), select, textarea)')
    .evaluateAll((all) => Math.max(0, ...all.map((each) => each.getBoundingClientRect().width)))

/** Returns words broken across lines without a hyphen because they are wider than their container. */
export const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT)
    const broken: string[] = []
    while (walker.nextNode()) {
      const { currentNode: node } = walker
      // E-mail addresses may break; table heads are hidden in narrow windows.
      const breaks = node.parentElement?.closest('a[href^=mailto], thead')
      for (const { index, 0: word } of breaks ? [] : (node.textContent ?? '').matchAll(/\p{L}{3,}/gu)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)))
        if (lines.size > 1) broken.push(word)
      }
    }
    return broken
  })

/** Returns texts in a quieter tone than the others. Call it while prefers-contrast: more is emulated. */
export const mutedTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main :is(p, li, label, legend, small)')].flatMap((element) => {
      const style = getComputedStyle(element)
      const [text, quiet] = ['--text', '--text-quiet'].map((name) => style.getPropertyValue(name).trim())
      return text === quiet ? [] : [`${element.textContent?.trim().slice(0, 60)}: ${quiet} instead of ${text}`]
    }),
  )

/** Returns controls whose text has the colour of their background. */
export const textInBackgroundColour = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a, button, summary, label')].flatMap((control) => {
      const { color, backgroundColor } = getComputedStyle(control)
      return color === backgroundColor ? [control.innerText.trim().slice(0, 60)] : []
    }),
  )

/** Returns pictures that are fetched much larger or much smaller than they are shown at this width. */
export const wronglySized = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    /** Evaluates `sizes` in pixels: the first length whose media condition matches. */
    const said = (sizes: string) => {
      const choices = sizes.match(/(?:[^,(]|\((?:[^()]|\([^()]*\))*\))+/g) ?? []
      const parts = choices.map((each) => /^\s*(?:(\([^)]*\)) )?(.+)$/.exec(each))
      const [, , length = ''] = parts.find((part) => !part?.[1] || matchMedia(part[1]).matches) ?? []
      const probe = document.createElement('div')
      probe.style.cssText = `position: absolute; width: ${length}`
      document.body.append(probe)
      const { width } = probe.getBoundingClientRect()
      probe.remove()
      return width
    }
    return [...document.querySelectorAll<HTMLImageElement>('picture > img')].flatMap((picture) => {
      const sources = [...(picture.parentElement?.querySelectorAll('source') ?? [])]
      const source = sources.find(({ media }) => !media || matchMedia(media).matches)
      if (!source?.sizes || !picture.checkVisibility()) return []
      const { width, height } = picture.getBoundingClientRect()
      // A picture that covers a taller box is wider than the box.
      const ratio = Number(picture.getAttribute('width')) / Number(picture.getAttribute('height'))
      const shown = source.media ? width : Math.max(width, height * ratio)
      const share = said(source.sizes) / shown
      return share > 0.7 && share < 1.4
        ? []
        : [`sizes is ${share.toFixed(2)} × ${Math.round(shown)} pixels: ${picture.alt}`]
    })
  })

/** Returns elements without a visible focus indicator (WCAG 2.4.13: two pixels thick, contrast of 3:1). */
export async function unmarkedFocus(page: Page): Promise<string[]> {
  // After a key press, focus() also matches :focus-visible.
  await page.keyboard.press('Tab')
  return page.evaluate(() => {
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
    return [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && element.tabIndex >= 0)
      .flatMap((element) => {
        element.focus({ preventScroll: true })
        const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element)
        const [low = 0, high = 0] = [light(outlineColor), light(groundOf(element))].sort((a, b) => a - b)
        const marked =
          outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && (high + 0.05) / (low + 0.05) >= 3
        return document.activeElement !== element || marked ? [] : [element.outerHTML.slice(0, 80)]
      })
  })
}

/** Returns links and controls that another element covers where they are pressed. */
export const covered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isShown = (element: Element) =>
      !element.matches('[type=hidden], .skip, .form-trap *') &&
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    const controls = [...document.querySelectorAll('a[href], button, summary, input, select, textarea')]
    const found = controls.filter(isShown).flatMap((element) => {
      const target = element.closest('label') ?? element
      target.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { left, top, width, height } = target.getClientRects()[0] ?? new DOMRect()
      if (width <= 1) return []
      // The middle and both ends, because the decoration of a control may cover an end.
      return [0.5, 0.1, 0.98].flatMap((share) => {
        const above = document.elementFromPoint(left + width * share, top + height / 2)
        return target.contains(above)
          ? []
          : [`${target.outerHTML.slice(0, 80)} covered by ${above?.outerHTML.slice(0, 80)}`]
      })
    })
    scrollTo({ top: 0, behavior: 'instant' })
    return found
  })

/** Returns sticky and fixed elements that are higher than the window and do not scroll. Call it in a low window. */
export const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')].flatMap((element) => {
      const { position, top, overflowY } = getComputedStyle(element)
      if (!/sticky|fixed/.test(position) || !element.checkVisibility() || /auto|scroll/.test(overflowY)) return []
      // An element that sticks to the bottom scrolls until its end is visible.
      if (top === 'auto') return []
      const end = Number.parseFloat(top) + element.offsetHeight
      return end <= innerHeight ? [] : [`ends at ${end} of ${innerHeight} pixels: ${element.outerHTML.slice(0, 80)}`]
    }),
  )

/** Returns those of the given sticky or fixed controls that another element covers at some scroll position. */
export const coveredWhileScrolling = (page: Page, selector: string): Promise<string[]> =>
  page.evaluate((selector) => {
    const found = new Set<string>()
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 4) {
      scrollTo({ top: y, behavior: 'instant' })
      for (const control of document.querySelectorAll(selector)) {
        const { left, top, width, height } = control.getBoundingClientRect()
        const [middle, centre] = [left + width / 2, top + height / 2]
        const above = document.elementFromPoint(middle, centre)
        if (centre > 0 && centre < innerHeight && !control.contains(above))
          found.add(`${control.outerHTML.slice(0, 80)} covered by ${above?.outerHTML.slice(0, 80)}`)
      }
    }
    scrollTo({ top: 0, behavior: 'instant' })
    return [...found]
  }, selector)

/** Returns the width in pixels of the change at the right end of a field during an action; 0 if nothing changes. */
export async function widthOfChange(field: Locator, happens: () => Promise<unknown>): Promise<number> {
  const END = 60
  const EDGE = 6
  const box = await field.boundingBox()
  if (!box) throw new Error('The field is not shown.')
  const clip = { x: box.x + box.width - END, y: box.y + EDGE, width: END, height: box.height - 2 * EDGE }
  const look = async () =>
    sharp(await field.page().screenshot({ clip }))
      .greyscale()
      .raw()
      .toBuffer()
  const before = await look()
  await happens()
  const after = await look()
  const columns = [...after.keys()]
    .filter((at) => Math.abs((after[at] ?? 0) - (before[at] ?? 0)) > 64)
    .map((at) => at % END)
  return columns.length === 0 ? 0 : Math.max(...columns) - Math.min(...columns) + 1
}
