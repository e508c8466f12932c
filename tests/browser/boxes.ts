import type { Page } from 'playwright-core'

/** Returns the layout faults of a page at its current width, one line each. */
export const misplaced = (page: Page): Promise<string[]> => page.evaluate(measure)

/** Runs in the page: compares the boxes of words and controls. Distances are in CSS pixels. */
function measure(): string[] {
  /** Cached per element, because many texts have the same ancestors. */
  const [leftOut, blockOf, shown] = [once(isLeftOut), once(findBlock), once(isShown)]
  /** The open dialog, otherwise the whole page. */
  const scope = document.querySelector('dialog[open]') ?? document.body
  const found: string[] = []
  const { scrollWidth } = document.documentElement
  const width = innerWidth
  if (scrollWidth > width) found.push(`page of ${scrollWidth} px wider than the window of ${width} px`)

  const boxes = [...words(), ...controls()].sort((a, b) => a.top - b.top)
  for (const [index, one] of boxes.entries()) {
    if (one.left < -1 || one.right > width + 1) found.push(`outside the window: ${one.name}`)
    if (one.size < 14) found.push(`font size of ${one.size} px: ${one.name}`)
    for (const other of boxes.slice(index + 1)) {
      if (other.top > one.bottom) break
      const isBeside = Math.min(one.right, other.right) - Math.max(one.left, other.left) <= 2
      const isAbove = Math.min(one.bottom, other.bottom) - other.top <= 2
      if (isBeside || isAbove || one.owner.contains(other.owner) || other.owner.contains(one.owner)) continue
      found.push(`overlap: ${one.name} | ${other.name}`)
    }
  }
  return [...new Set(found)]

  /** Returns one box per line of text, as high as the letters instead of the line; its owner is the block around it. */
  function words() {
    const all: ReturnType<typeof controls> = []
    const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const node = walker.currentNode
      const parent = node.parentElement
      if (!parent || !node.textContent?.trim() || !shown(parent)) continue
      const size = Number.parseFloat(getComputedStyle(parent).fontSize)
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const { left, right, top, bottom } of range.getClientRects()) {
        const middle = (top + bottom) / 2
        const [name, owner] = [node.textContent.trim().slice(0, 40), blockOf(parent)]
        // French typography needs smaller superscripts.
        const small = parent.closest('sup') ? 14 : size
        if (right - left > 1)
          all.push({ name, owner, size: small, left, right, top: middle - size / 3, bottom: middle + size / 3 })
      }
    }
    return all
  }

  function controls() {
    // The radio button of a plate covers its picture and its name.
    const all = scope.querySelectorAll('input:not(.plate input), select, textarea, .button')
    return [...all].filter(shown).map((owner) => {
      const { left, right, top, bottom } = owner.getBoundingClientRect()
      return { name: owner.id || owner.className, owner, size: 14, left, right, top, bottom }
    })
  }

  function isShown(element: Element): boolean {
    return (
      scope.contains(element) &&
      !element.closest('[aria-hidden=true], script, style') &&
      !leftOut(element) &&
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    )
  }

  /** True for what lies over the page on purpose, and for what is there for screen readers only. */
  function isLeftOut(element: Element): boolean {
    if (element === scope) return false
    const { position, clipPath } = getComputedStyle(element)
    if (element.id === 'compteur' || position === 'fixed' || clipPath === 'inset(50%)') return true
    return element.parentElement ? leftOut(element.parentElement) : false
  }

  function findBlock(element: Element): Element {
    const isInline = ['inline', 'contents'].includes(getComputedStyle(element).display)
    return isInline && element.parentElement ? blockOf(element.parentElement) : element
  }

  function once<T>(ask: (element: Element) => T): (element: Element) => T {
    const known = new Map<Element, T>()
    return (element) => {
      const answer = known.has(element) ? (known.get(element) as T) : ask(element)
      known.set(element, answer)
      return answer
    }
  }
}
