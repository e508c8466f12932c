/** Shows the bar that asks for a quote from the second screen on, and not over a form or the footer. */

const bar = document.querySelector<HTMLElement>('.ask-bar')
if (bar && 'IntersectionObserver' in globalThis) {
  const seen = new Set<Element>()
  const update = () => {
    bar.hidden = seen.size > 0 || scrollY < 0.8 * innerHeight
  }
  const watcher = new IntersectionObserver((changes) => {
    for (const { target, isIntersecting } of changes) seen[isIntersecting ? 'add' : 'delete'](target)
    update()
  })
  for (const each of document.querySelectorAll('main form, footer')) watcher.observe(each)
  addEventListener('scroll', update, { passive: true })
}
