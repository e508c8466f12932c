/** How long nothing is typed before the draft is kept, in milliseconds. */
const PAUSE_MS = 1000

/**
 * Keeps the letter that is being written while it is written, and shows it anew. One request at a time; without this script
 * the button does the same.
 */
export function keepDraft(): void {
  const form = document.querySelector<HTMLFormElement>('#lettre')
  const said = document.querySelector('#enregistre')
  if (!form || !said) return
  let timer = 0
  let busy = false
  let again = false

  async function keep(form: HTMLFormElement, said: Element): Promise<void> {
    if (busy) {
      again = true
      return
    }
    busy = true
    const data = new FormData(form)
    data.delete('photo')
    data.set('action', 'enregistrer')
    // `form.action` is one of the buttons, which are named so.
    const answer = await fetch(form.getAttribute('action') ?? '', {
      method: 'POST',
      body: data,
      headers: { Accept: 'application/json' },
    })
      .then(async (response) => ({ ok: response.ok, ...(await response.json()) }))
      .catch(() => undefined)
    busy = false
    if (answer?.ok) note(form, said, answer)
    else said.textContent = answer?.message ?? 'Pas encore enregistré : la connexion ne répond pas.'
    if (again) {
      again = false
      void keep(form, said)
    }
  }

  form.addEventListener('input', (event) => {
    if ((event.target as HTMLInputElement).type === 'file') return
    clearTimeout(timer)
    timer = window.setTimeout(() => void keep(form, said), PAUSE_MS)
  })
}

interface Kept {
  id: number
  version: number
  /** Hour in Paris, such as «14 h 05». */
  at: string
  /** What stops the letter, one sentence each. */
  findings: string[]
}

function note(form: HTMLFormElement, said: Element, { id, version, at, findings }: Kept): void {
  said.textContent = [`Enregistré à ${at}.`, ...findings].join(' ')
  const address = `${location.pathname}?brouillon=${id}`
  form.setAttribute('action', address)
  history.replaceState(null, '', address)
  const field = form.querySelector<HTMLInputElement>('[name=version]') ?? document.createElement('input')
  Object.assign(field, { type: 'hidden', name: 'version', value: String(version) })
  if (!field.isConnected) form.append(field)
  const frame = document.querySelector<HTMLIFrameElement>('iframe')
  if (frame) frame.src = `/bureau/lettres/apercu/${id}?v=${version}`
}
