import type { Page } from 'playwright-core'

/** Targets of less than 24 pixels, and buttons, fields and entries of the menu of less than 44 (WCAG 2.5.8, and the house). */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const all = document.querySelectorAll<HTMLElement>('a, button, summary, input, select, textarea')
    return [...all].flatMap((element) => {
      // A choice is pressed by its label; a link inside a sentence is as high as its line (WCAG 2.5.8, inline).
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

/** What moves on a page, or would, although its visitor asked for less motion. */
export const moving = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const lasts = (times: string) => times.split(', ').some((time) => Number.parseFloat(time) > 0.001)
    const inForce = (rule: CSSRule): CSSRule[] =>
      rule instanceof CSSMediaRule && !matchMedia(rule.conditionText).matches
        ? []
        : [rule, ...('cssRules' in rule ? [...(rule as CSSGroupingRule).cssRules] : []).flatMap(inForce)]
    // Between two pages, where no element shows it.
    const transitions = [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules].flatMap(inForce))
      .filter(({ cssText }) => cssText.startsWith('@view-transition'))
    const elements = [...document.querySelectorAll('*')].flatMap((element) =>
      ['', '::before', '::after'].flatMap((part) => {
        const { transitionDuration, animationDuration, animationName } = getComputedStyle(element, part || null)
        const moves = lasts(transitionDuration) || (animationName !== 'none' && lasts(animationDuration))
        return moves ? [`${element.tagName} ${element.className}${part}`] : []
      }),
    )
    return [...elements, ...transitions.map(({ cssText }) => cssText)]
  })

/** Controls that neither the browser nor an edge draws, which is what forced colours leave. */
export const edgeless = (page: Page) =>
  page.locator('input, select, textarea').evaluateAll((all) =>
    all
      .filter((each) => {
        const { appearance, borderStyle } = getComputedStyle(each)
        return each.checkVisibility() && appearance === 'none' && borderStyle === 'none'
      })
      .map(({ outerHTML }) => outerHTML),
  )
