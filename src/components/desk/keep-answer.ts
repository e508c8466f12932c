/**
 * The text of an answer stays in this browser until it was sent, so that a tunnel, a reload or a session that ended loses
 * no word; gaps of a prepared answer are selected one after another; sending without a network says so.
 */

import { trackers } from '../../browser/storage.ts'
import { DRAFT_DAYS } from '../../browser/timings.ts'

const PREFIX = `${trackers.draft.key}.`
const GAP = /\[à compléter[^\]]*\]/gi

interface Kept {
  at: number
  text: string
  /** Prepared answer whose outcome, reminder and files go with it; '' for none. */
  suite: string
}

for (const key of Object.keys(localStorage)) {
  if (!key.startsWith(PREFIX)) continue
  const { at = 0 } = read(key) ?? {}
  if (Date.now() - at > DRAFT_DAYS * 86_400_000) localStorage.removeItem(key)
}

const sent = document.querySelector<HTMLElement>('[data-sent]')
const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
// A page that is opened again speaks of an earlier answer: the text may be that of the next one.
if (sent && visit?.type === 'navigate') localStorage.removeItem(PREFIX + sent.dataset.sent)

const offer = document.querySelector<HTMLElement>('[data-seconds]')
if (offer) {
  setTimeout(() => offer.remove(), Number(offer.dataset.seconds) * 1000)
  // A page that comes back from the cache offers nothing any more.
  addEventListener('pageshow', ({ persisted }) => persisted && offer.remove())
}

const form = document.querySelector<HTMLFormElement>('form[data-lead]')
if (form) keepConversation(form, PREFIX + form.dataset.lead)

function keepConversation(form: HTMLFormElement, key: string): void {
  const field = form.querySelector<HTMLTextAreaElement>('[name="reponse"]')
  const said = form.querySelector('[data-said]')
  const fault = form.querySelector('[data-fault]')
  const then = form.querySelector<HTMLLabelElement>('.then')
  const suite = form.querySelector<HTMLInputElement>('[name="suite"]')
  if (!field || !said || !fault || !then || !suite) return
  form.autocomplete = 'off'
  // «Back» and «reload» then show the page instead of asking whether to repeat an act; a refused field would be lost.
  if (!form.querySelector('.more [aria-invalid]')) history.replaceState(history.state, '', location.href)

  const say = (words: string) => {
    said.textContent = words
  }
  const keep = () => {
    if (!field.value) choose(null)
    const kept: Kept = { at: Date.now(), text: field.value, suite: suite.checked ? suite.value : '' }
    if (kept.text) localStorage.setItem(key, JSON.stringify(kept))
    else localStorage.removeItem(key)
  }
  const choose = (button: HTMLElement | null) => {
    const words = button?.dataset.then ?? ''
    then.hidden = words === ''
    suite.checked = words !== ''
    suite.value = button?.dataset.id ?? ''
    then.lastElementChild?.replaceChildren(words)
  }
  const gaps = () => [...field.value.matchAll(GAP)]
  /** Selects the next gap from a place on, or else the first; returns its text. */
  const selectGap = (from: number): string | undefined => {
    const gap = gaps().find(({ index }) => index >= from) ?? gaps()[0]
    if (!gap) return undefined
    field.setSelectionRange(gap.index, gap.index + gap[0].length)
    // Only taking the focus scrolls a field to its selection.
    field.blur()
    field.focus()
    return gap[0]
  }

  const kept = read(key)
  if (field.value) keep()
  else if (kept) {
    field.value = kept.text
    field.rows = 12
    choose(form.querySelector<HTMLElement>(`[data-id="${kept.suite}"]`))
    say('Votre texte est revenu.')
  }
  if (fault.textContent) selectGap(0)
  if (location.hash === '#reponse') field.focus()
  suite.addEventListener('change', keep)
  field.addEventListener('input', () => {
    fault.textContent = ''
    keep()
  })

  for (const button of form.querySelectorAll<HTMLButtonElement>('[data-text]')) {
    button.addEventListener('click', (event) => {
      event.preventDefault()
      const text = button.dataset.text ?? ''
      const isPrepared = [...form.querySelectorAll<HTMLElement>('[data-text]')].some(
        ({ dataset }) => dataset.text === field.value,
      )
      const before = isPrepared || !field.value.trim() ? '' : `${field.value.trimEnd()}\n\n`
      field.value = before + text
      field.rows = 12
      choose(button)
      button.closest('details')?.removeAttribute('open')
      keep()
      if (!selectGap(before.length)) field.focus()
    })
  }

  const file = form.querySelector<HTMLInputElement>('[name="fichier"]')
  file?.addEventListener('change', () => {
    const isTooLarge = (file.files?.[0]?.size ?? 0) > Number(file.dataset.max)
    fault.textContent = isTooLarge ? (file.dataset.tooLarge ?? '') : ''
    if (isTooLarge) file.value = ''
  })

  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
      form.querySelector<HTMLButtonElement>('[value="repondre"]')?.click()
    // From gap to gap; without one, Tab leaves the field as everywhere.
    const isTab = event.key === 'Tab' && !event.shiftKey
    if (!isTab || !gaps().some(({ index }) => index >= field.selectionEnd)) return
    event.preventDefault()
    selectGap(field.selectionEnd)
  })

  let isSending = false
  let isRefused = false
  form.addEventListener('submit', (event) => {
    const button = event.submitter
    keep()
    if (!(button instanceof HTMLButtonElement) || button.value !== 'repondre' || isRefused) return
    event.preventDefault()
    const gap = selectGap(field.selectionEnd)
    if (gap) fault.textContent = `Il reste à remplir : ${gap}.`
    else if (!isSending) void send(button)
  })

  /** Sends the answer without leaving the page, so that a lost network leaves the text where it is. */
  async function send(button: HTMLButtonElement): Promise<void> {
    isSending = true
    try {
      // Not form.action, which is the buttons of that name.
      const body = new FormData(form)
      // Not its second argument, which Safari 15 lacks.
      body.set(button.name, button.value)
      const response = await fetch(form.getAttribute('action') ?? '', { method: 'POST', body })
      if (response.redirected) return location.assign(response.url)
      // A refused answer changed nothing: the browser sends it again and shows the page that says why.
      isRefused = true
      // Not requestSubmit, which Safari 15 lacks.
      button.click()
    } catch {
      say('Pas de réseau : rien n’est parti, votre texte est gardé ici. Envoyez-le de nouveau dans un moment.')
    } finally {
      isSending = false
    }
  }
}

function read(key: string): Kept | null {
  return JSON.parse(localStorage.getItem(key) ?? 'null')
}
