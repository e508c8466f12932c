/**
 * Keeps what is written at the desk while it is written: a moment after the last key, and when the page is left. Without it
 * a button does the same.
 */
const PAUSE_MS = 1200

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-draft]')) {
  const said = form.querySelector('[data-draft-said]')
  let timer: number | undefined
  let isKept = true

  const body = () => {
    const data = new URLSearchParams()
    for (const [name, value] of new FormData(form)) if (typeof value === 'string') data.append(name, value)
    data.set('action', 'brouillon')
    return data
  }

  const keep = async () => {
    clearTimeout(timer)
    if (isKept) return
    isKept = true
    try {
      const answer = await fetch(form.dataset.draft || location.pathname, {
        method: 'POST',
        body: body(),
        redirect: 'manual',
        keepalive: true,
      })
      if (answer.type !== 'opaqueredirect' && !answer.ok) throw new Error(String(answer.status))
      if (said) said.textContent = 'Brouillon gardé.'
    } catch {
      isKept = false
      if (said) said.textContent = 'Le brouillon n’a pas pu être gardé : ne fermez pas cette page.'
    }
  }

  form.addEventListener('input', () => {
    isKept = false
    clearTimeout(timer)
    timer = window.setTimeout(keep, PAUSE_MS)
  })
  // What is being sent needs no draft.
  form.addEventListener('submit', () => {
    isKept = true
    clearTimeout(timer)
  })
  addEventListener('visibilitychange', keep)
  addEventListener('pagehide', keep)
}

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
  const field = document.getElementById(button.dataset.copy ?? '')
  if (!(field instanceof HTMLTextAreaElement) || !navigator.clipboard) continue
  button.hidden = false
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(field.value)
    button.textContent = 'Copié'
  })
}

export {}
