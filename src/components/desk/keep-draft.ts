/**
 * Keeps what is written at the desk while it is written: a moment after the last key, and when the page is left. Without it
 * a button does the same; `data-draft` says which.
 */
const PAUSE_MS = 1000

/** What the desk says of a kept letter, and why it was not kept; of a lead it says nothing. */
interface Answer {
  id?: number
  version?: number
  /** Hour in Paris, such as «14 h 05». */
  at?: string
  /** What stops the letter, one sentence each. */
  findings?: string[]
  message?: string
}

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-draft]')) {
  const said = form.querySelector('[data-draft-said]')
  let timer: number | undefined
  let isKept = true
  let busy = false
  /** A screen reader says the first time that it is kept, and again after it was not: not after each pause. */
  let isKnown = false

  const keep = async () => {
    clearTimeout(timer)
    if (isKept) return
    if (busy) {
      timer = window.setTimeout(keep, PAUSE_MS)
      return
    }
    isKept = true
    busy = true
    const answer = await send(form).catch((): Answer & { ok: boolean } => ({ ok: false }))
    busy = false
    if (answer.ok) showKept(form, answer)
    else isKept = false
    said?.setAttribute('aria-live', answer.ok ? (isKnown ? 'off' : 'polite') : 'assertive')
    isKnown = answer.ok
    if (said)
      said.textContent = answer.ok
        ? [answer.at ? `Enregistré à ${answer.at}.` : 'Brouillon gardé.', ...(answer.findings ?? [])].join(' ')
        : (answer.message ?? 'Le brouillon n’a pas pu être gardé : ne fermez pas cette page.')
  }

  form.addEventListener('input', ({ target }) => {
    if ((target as HTMLInputElement).type === 'file') return
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

async function send(form: HTMLFormElement): Promise<Answer & { ok: boolean }> {
  const body = new FormData(form)
  for (const [name, value] of [...body]) if (typeof value !== 'string') body.delete(name)
  body.set('action', form.dataset.draft ?? '')
  // `form.action` is one of the buttons, which are named so.
  const answer = await fetch(form.getAttribute('action') ?? location.pathname, {
    method: 'POST',
    body,
    headers: { Accept: 'application/json' },
    redirect: 'manual',
    // What outlives the page is short.
    keepalive: document.visibilityState === 'hidden',
  })
  if (answer.type === 'opaqueredirect') return { ok: true }
  return { ok: answer.ok, ...(await answer.json()) }
}

/**
 * An answer of this page takes the place of one that another device kept and this page did not show. A letter has an address from its first word on; the form goes on with the
 * version that is kept now.
 */
function showKept(form: HTMLFormElement, { id, version }: Answer): void {
  const shown = form.querySelector<HTMLInputElement>('[name=brouillon]')
  if (shown && form.querySelector<HTMLTextAreaElement>('[name=reponse]')?.value.trim()) shown.value = 'ici'
  if (id === undefined) return
  const address = `${location.pathname}?brouillon=${id}`
  form.setAttribute('action', address)
  history.replaceState(null, '', address)
  const field = form.querySelector<HTMLInputElement>('[name=version]') ?? document.createElement('input')
  Object.assign(field, { type: 'hidden', name: 'version', value: String(version) })
  if (!field.isConnected) form.append(field)
  const frame = document.querySelector<HTMLIFrameElement>('iframe')
  if (frame) frame.src = `/bureau/lettres/apercu/${id}?v=${version}`
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
