/**
 * Saves drafts at the desk in the background: one second after the last input, and when the page is hidden or left.
 * `data-draft` is the action of the button that does the same without JavaScript.
 */
const PAUSE_MS = 1000

/** Result of a save: for a letter with its data, for the draft of a lead only `ok`, after a failure the message. */
interface Answer {
  ok: boolean
  id?: number
  version?: number
  /** Time in Paris, such as «14 h 05». */
  at?: string
  /** Reasons why the letter cannot be sent, one sentence each. */
  findings?: string[]
  message?: string
  /** Time of the draft that the message is about. */
  seenDraft?: string
}

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-draft]')) {
  // Drafts restore what was typed; «Back» would restore an answer that was already sent.
  form.autocomplete = 'off'
  const said = form.querySelector('[data-draft-said]')
  let timer: number | undefined
  let isKept = true
  let busy = false
  let hasFailed = false
  /** True after a save: screen readers announce only the first one, and the first one after a failure. */
  let wasAnnounced = false
  let seenDraft: string | undefined

  const keep = async (event?: Event) => {
    clearTimeout(timer)
    if (isKept) return
    if (busy) {
      timer = window.setTimeout(keep, PAUSE_MS)
      return
    }
    isKept = true
    busy = true
    const answer = await send(form, event?.type === 'pagehide').catch((): Answer => ({ ok: false }))
    busy = false
    hasFailed = !answer.ok
    seenDraft = answer.seenDraft
    if (answer.ok) showKept(form, answer)
    else isKept = false
    said?.setAttribute('aria-live', answer.ok ? (wasAnnounced ? 'off' : 'polite') : 'assertive')
    wasAnnounced = answer.ok
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
  // A submitted form needs no draft.
  form.addEventListener('submit', () => {
    isKept = true
    clearTimeout(timer)
    // Unlike a save while typing, a button may replace the words of another device that the message was about.
    const field = form.querySelector<HTMLInputElement>('[name=brouillon]')
    if (field && seenDraft !== undefined) field.value = seenDraft
  })
  // Asks before the page is left while a save is in flight or has failed: the last words would be lost.
  addEventListener('beforeunload', (event) => {
    if (!isKept && (busy || hasFailed)) event.preventDefault()
  })
  addEventListener('visibilitychange', keep)
  addEventListener('pagehide', keep)
}

async function send(form: HTMLFormElement, isLeft: boolean): Promise<Answer> {
  const body = new FormData(form)
  for (const [name, value] of [...body]) if (typeof value !== 'string') body.delete(name)
  body.set('action', form.dataset.draft ?? '')
  // Not `form.action`: it returns the buttons named «action».
  const answer = await fetch(form.getAttribute('action') ?? location.pathname, {
    method: 'POST',
    body,
    headers: { Accept: 'application/json' },
    redirect: 'manual',
    // Only when needed, because browsers limit the body to 64 KiB (Fetch standard). A page that is left is still
    // visible at its event.
    keepalive: isLeft || document.visibilityState === 'hidden',
  })
  if (answer.type === 'opaqueredirect') return { ok: true }
  return { ok: answer.ok, ...(await answer.json()) }
}

/** Gives the form of a letter the URL and version of its stored draft. */
function showKept(form: HTMLFormElement, { id, version }: Answer): void {
  if (id === undefined) return
  const address = `${location.pathname}?brouillon=${id}`
  form.setAttribute('action', address)
  history.replaceState(null, '', address)
  const field = form.querySelector<HTMLInputElement>('[name=version]') ?? document.createElement('input')
  Object.assign(field, { type: 'hidden', name: 'version', value: String(version) })
  if (!field.isConnected) form.append(field)
  const frame = document.querySelector<HTMLIFrameElement>('iframe')
  // Setting `src` would add an entry to the history of the browser, so that «Back» stays on the page.
  frame?.contentWindow?.location.replace(`/bureau/lettres/apercu/${id}?v=${version}`)
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
