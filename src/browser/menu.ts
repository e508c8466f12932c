/** The menu of a narrow window: a popover, or where there are none a list that its button folds. */

const menu = document.getElementById('menu')
const toggle = menu?.previousElementSibling
const isNarrow = matchMedia('(max-width: 63.99rem)')
if (menu && toggle && 'showPopover' in menu) {
  const close = () => menu.matches(':popover-open') && menu.hidePopover()
  // Closes the menu for a link to an anchor of the same page. It stays open for other pages, because the browser drops
  // the prefetched page of a link that is no longer visible.
  menu.addEventListener('click', (event) => {
    if ((event.target as Element).closest('a')?.pathname === location.pathname) close()
  })
  // The back/forward cache would restore the open menu; a wide window has no popover.
  addEventListener('pagehide', close)
  isNarrow.addEventListener('change', close)
} else if (menu && toggle) {
  // Without popovers the links are in the flow below the brand, and the same button folds them.
  const fold = (folded: boolean) => toggle.setAttribute('aria-expanded', String(!folded))
  fold(true)
  toggle.addEventListener('click', () => fold(toggle.getAttribute('aria-expanded') === 'true'))
  menu.addEventListener('click', (event) => {
    if ((event.target as Element).closest('a')) fold(true)
  })
}
