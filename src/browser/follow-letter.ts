/** How often the page of a letter that goes is fetched anew, in milliseconds. */
const PAUSE_MS = 10_000

/**
 * Shows how far a letter is while it goes, and loads the page again once it has ended. Without this script the page shows how far the
 * letter was when it was loaded. XMLHttpRequest parses a document where Trusted Types allow no string to become one.
 */
export function followLetter(): void {
  const shown = document.querySelector('[data-follow]')
  if (!shown) return
  const timer = setInterval(() => {
    if (document.hidden) return
    const request = new XMLHttpRequest()
    request.responseType = 'document'
    request.open('GET', location.pathname)
    request.onload = () => {
      if (request.status !== 200) return
      const next = request.response?.querySelector('[data-follow]')
      if (next) return shown.replaceChildren(...next.childNodes)
      clearInterval(timer)
      location.replace(location.pathname)
    }
    request.send()
  }, PAUSE_MS)
}
