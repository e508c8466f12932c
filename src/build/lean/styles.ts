import postcss, { type AtRule, type ChildNode, type Container, type Declaration, type Root, type Rule } from 'postcss'

/**
 * Leaves of a style sheet what a page can use: rules whose classes and elements occur in it, the custom properties that
 * they read, and the animations that they name. In doubt a rule stays: states, attributes and arguments of `:is()`,
 * `:not()` and the like are not looked at.
 * @param css style sheet of a page
 * @param words every word of the page and of the scripts that it may run, in which each class and element occurs
 */
export function usedStyles(css: string, words: ReadonlySet<string>): string {
  const root = postcss.parse(css)
  root.walkRules((rule) => {
    if (isKeyframe(rule.parent)) return
    const used = rule.selectors.filter((selector) => namesIn(selector).every((name) => words.has(name)))
    if (used.length === 0) drop(rule)
    else if (used.length < rule.selectors.length) rule.selectors = used
  })
  const named = (text: string) => new Set(text.match(/[\w-]+/g))
  const animations = new Set<string>()
  root.walkDecls(/^animation/, ({ value }) => {
    for (const name of named(value)) animations.add(name)
  })
  root.walkAtRules('keyframes', (rule) => {
    if (!animations.has(rule.params)) drop(rule)
  })
  fixProperties(root, words)
  return root.toString()
}

/** Writes custom properties that have one value on the whole page where they are read, and drops those that nothing reads. */
function fixProperties(root: Root, words: ReadonlySet<string>): void {
  const declared = new Map<string, Declaration[]>()
  root.walkDecls(/^--/, (one) => {
    if (!words.has(one.prop)) declared.set(one.prop, [...(declared.get(one.prop) ?? []), one])
  })
  const fixed = new Map<string, string>()
  for (const [name, [one, ...others]] of declared)
    if (one && others.length === 0 && isEverywhere(one)) fixed.set(name, one.value)
  const resolve = (value: string, within: readonly string[] = []): string =>
    value.replace(/var\((--[\w-]+)\)/g, (use, name: string) => {
      const known = within.includes(name) ? undefined : fixed.get(name)
      return known === undefined ? use : resolve(known, [...within, name])
    })
  root.walkDecls((one) => {
    one.value = resolve(one.value, [one.prop])
  })
  for (let unread = true; unread; ) {
    unread = false
    const text = root.toString()
    for (const [name, all] of declared) {
      if (new RegExp(`var\\(${name}[,)]`).test(text)) continue
      for (const one of all) drop(one)
      unread = declared.delete(name)
    }
  }
}

/** True for what holds on the whole page, in every window. */
function isEverywhere({ parent }: Declaration): boolean {
  if ((parent as Rule).selector !== ':root') return false
  const around = parent?.parent as AtRule | Root
  return around.type === 'root' || (around.name === 'layer' && around.parent?.type === 'root')
}

/** Classes and elements that must all be there for a selector to match. */
function namesIn(selector: string): string[] {
  let bare = selector.replace(/\[[^\]]*\]/g, '')
  while (/\([^()]*\)/.test(bare)) bare = bare.replace(/\([^()]*\)/g, '')
  return [...bare.replace(/::?[\w-]+/g, '').matchAll(/[a-z][\w-]*/gi)].map(([name]) => name)
}

function isKeyframe(parent: unknown): boolean {
  return /keyframes$/.test((parent as { name?: string }).name ?? '')
}

/** Removes a node, and what it leaves empty around it. */
function drop(node: ChildNode): void {
  const parent = node.parent as (Container & ChildNode) | undefined
  node.remove()
  if (parent?.nodes?.length === 0 && parent.type !== ('root' as string)) drop(parent)
}
