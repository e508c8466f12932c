import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { REPLY_UNDO_S } from '../../../src/browser/timings.ts'
import { type DeskSite, openDeskSite, STAFF } from '../../server/desk/desk-site.ts'
import { valid } from '../../support/samples.ts'
import { closePages, sharedBrowser } from '../browse.ts'
import { axe } from '../harness.ts'

let desk: DeskSite
let browser: Browser
beforeAll(async () => {
  const env = { MAIL_TO: `Atelier <${STAFF}>, Bastien <bastien@hera.example>` }
  ;[desk, browser] = await Promise.all([openDeskSite(env), sharedBrowser()])
})
afterAll(async () => {
  await closePages(browser)
  await desk?.close()
})

/** Opens a page of the desk on a phone that is signed in. */
async function openDesk(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const phone = { viewport: { width: 390, height: 844 }, locale: 'fr-FR', reducedMotion: 'reduce' } as const
  const page = await browser.newPage({ baseURL: desk.site.url, ...phone, ...options })
  const [name = '', value = ''] = (await desk.signIn()).split('=')
  await page.context().addCookies([{ name, value, url: desk.site.url }])
  await page.goto(`/bureau${path}`)
  return page
}

const newQuote = async (email: string) => {
  await desk.ask('/formulaires/quote', { body: { ...valid.quote, email, message: 'Pour mon cheval Éole.' } })
  return String(desk.site.rows<{ reference: string }>('quote_requests').at(-1)?.reference)
}
/** Adds a row to the thread of a lead. */
const note = (reference: string, kind: string, text: string, author: string | null = null) =>
  desk.sql(
    'INSERT INTO thread (reference, at, kind, author, text) VALUES (?, ?, ?, ?, ?)',
    ...[reference, new Date().toISOString(), kind, author, text],
  )
/** What stands on the page outside «Plus», without the link that skips the navigation. */
const CONTROLS = ':is(a[href]:not(.skip), button, input, textarea, summary):visible'

it('a conversation on a phone: words first, ten controls, gaps one after another, no word lost without a network', async () => {
  const reference = await newQuote('eole@exemple.fr')
  const page = await openDesk('')
  // As in Safari 15.
  await page.addInitScript(() => {
    Reflect.deleteProperty(HTMLFormElement.prototype, 'requestSubmit')
    const ofForm = FormData
    window.FormData = class extends ofForm {
      constructor(form?: HTMLFormElement) {
        super(form)
      }
    }
  })
  const refused: number[] = []
  page.on('response', (response) => response.status() >= 400 && refused.push(response.status()))
  await page.goto(`/bureau/${reference}`)
  const top = await page.locator('.words').evaluate((element) => element.getBoundingClientRect().top)
  expect(top, 'where the words of the person begin, in pixels').toBeLessThanOrEqual(300)
  expect(await page.locator(CONTROLS).count(), 'controls outside «Plus»').toBeLessThanOrEqual(10)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

  const field = page.locator('textarea[name=reponse]')
  const selected = () =>
    field.evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart, area.selectionEnd))
  await page.getByText('Modèle, fichier').click()
  await page.getByRole('button', { name: 'Devis', exact: true }).click()
  const first = await selected()
  expect(first).toMatch(/^\[à compléter/)
  const scrolled = await field.evaluate((area) => area.scrollTop)
  expect(scrolled, 'scrolled to the first gap, which is near the top').toBeLessThan(100)
  await page.getByRole('button', { name: 'Envoyer' }).click()
  expect(await page.locator('[data-fault]').textContent()).toContain('Il reste à remplir')
  expect(await selected(), 'the next gap').toMatch(/^\[à compléter/)
  await field.fill('Bonjour, voici notre prix.')
  await page.reload()
  expect(await field.inputValue(), 'after a reload').toBe('Bonjour, voici notre prix.')
  expect(await page.locator('[name=suite]').isChecked(), 'the conditions still go with it').toBe(true)

  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Envoyer' }).click()
  await page.getByText('Pas de réseau').waitFor()
  expect(desk.site.rows('thread'), 'sent without a network').toEqual([])
  await page.context().setOffline(false)
  await field.press('Control+Enter')
  const undo = page.getByRole('button', { name: 'Annuler' })
  await undo.evaluate((button: HTMLButtonElement) => {
    button.click()
    // A double click; two at once would be one request.
    setTimeout(() => button.click(), 10)
  })
  await page.getByText('n’est pas partie').waitFor()
  expect(await field.inputValue(), 'after it was taken back').toBe('Bonjour, voici notre prix.')
  await page.getByRole('button', { name: 'Envoyer' }).click()
  await page.getByText('part dans').waitFor()
  await page.goto(`/bureau/${reference}`)
  expect(await field.inputValue(), 'after it was sent').toBe('')
  expect(refused, 'answers that were sent twice').toEqual([])

  note(reference, 'sent', 'Déjà dit.', 'bastien@hera.example')
  await field.fill('Trop tard.')
  await page.getByRole('button', { name: 'Envoyer' }).click()
  await page.getByText('Bastien a répondu').waitFor()
  expect(await field.inputValue(), 'words of a second answer').toBe('Trop tard.')

  const age = (days: number) =>
    page.evaluate((ms) => {
      for (const [key, text] of Object.entries(localStorage))
        localStorage.setItem(key, JSON.stringify({ ...JSON.parse(text), at: Date.now() - ms }))
    }, days * 86_400_000)
  for (const [days, left] of [
    [29, 1],
    [31, 0],
  ] as const) {
    await age(days)
    await page.goto('/bureau')
    expect(await page.evaluate(() => localStorage.length), `words kept for ${days} days`).toBe(left)
  }
})

it('«back» opens the page of an act again, and leaves an answer begun since', async () => {
  const reference = await newQuote('retour@exemple.fr')
  const page = await openDesk(`/${reference}`)
  const field = page.locator('textarea[name=reponse]')
  await page.getByText('Plus', { exact: true }).click()
  await page.getByLabel('Note pour la maison').fill('Une note')
  await page.getByRole('button', { name: 'Garder la note' }).click()
  await page.getByText('La note est gardée').waitFor()
  await page.goto('/bureau')
  expect((await page.goBack())?.status()).toBe(200)
  await field.fill('Oui.')
  await page.getByRole('button', { name: 'Envoyer' }).click()
  await page.getByText('part dans').waitFor()
  await page.goto(`/bureau/${reference}`)
  await field.fill('Un ajout')
  await page.goBack()
  await page.goForward()
  expect(await field.inputValue()).toBe('Un ajout')
})

it('a letter comes back after a session that ended while it was written, and goes with signing out', async () => {
  const page = await openDesk('/lettre')
  await page.getByLabel('Objet').fill('Des nouvelles')
  await page.getByLabel('Texte', { exact: true }).fill('Écrite pendant une heure.')
  const cookies = await page.context().cookies()
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Vérifier' }).click()
  await page.getByText('Votre session était finie').waitFor()
  await page.context().addCookies(cookies)
  await page.goto('/bureau/lettre')
  expect(await page.getByLabel('Objet').inputValue()).toBe('Des nouvelles')
  expect(await page.getByLabel('Texte', { exact: true }).inputValue()).toBe('Écrite pendant une heure.')
  await page.goto('/bureau/maison')
  await page.getByRole('button', { name: 'Cet appareil' }).click()
  await page.getByLabel('Votre adresse e-mail').waitFor()
  const kept = () => page.evaluate(() => Object.keys(localStorage))
  await expect.poll(kept, { message: 'kept on the device after signing out' }).toEqual([])
})

it('a conversation without a script: answered, put off, handed over', async () => {
  const [reference, next] = [await newQuote('un@exemple.fr'), await newQuote('deux@exemple.fr')]
  const page = await openDesk(`/${reference}`, { javaScriptEnabled: false })
  await page.locator('textarea[name=reponse]').fill('Oui, en bordeaux.')
  await page.locator('button[value=repondre]').click()
  await page.getByText('part dans').waitFor()
  // «Annuler» goes when it no longer works.
  const delays = await page.evaluate(() =>
    document.getAnimations().map((animation) => {
      animation.finish()
      return animation.effect?.getTiming().delay
    }),
  )
  expect(delays).toEqual([REPLY_UNDO_S * 1000])
  await page.getByText('part dans').waitFor({ state: 'hidden' })
  await page.goto(`/bureau/${next}`)
  await page.getByText('Plus tard').click()
  await page.getByLabel('Pourquoi').fill('Attendre le tissu')
  await page.getByRole('button', { name: 'Demain' }).click()
  await page.goto(`/bureau/${next}`)
  expect(await page.locator('.conversation').textContent()).toContain('Attendre le tissu')
  await page.getByRole('button', { name: 'À Bastien' }).click()
  const said = desk.site.rows<{ kind: string; text: string }>('thread').map(({ kind, text }) => `${kind} ${text}`)
  expect(said).toContain('sent Oui, en bordeaux.')
  expect(said).toContain('event confiée à Bastien')
})

/** Makes a lead with every kind of row, a suspected one and a letter that was sent; returns what each page shows. */
async function everyPage(): Promise<string[]> {
  const reference = await newQuote(`${'x'.repeat(60)}@exemple.fr`)
  const suspected = await newQuote('robot@exemple.fr')
  for (const kind of ['received', 'note', 'event', 'sent']) note(reference, kind, 'Mots '.repeat(40))
  desk.sql("UPDATE leads SET waiting_since = '2026-01-05T10:00:00.000Z' WHERE reference = ?", reference)
  desk.sql('UPDATE leads SET suspected_spam = 1 WHERE reference = ?', suspected)
  desk.sql("UPDATE outbox SET failed_at = created_at, failure = 'refused', last_error = '550 inconnu', sent_at = NULL")
  return [
    ...['?fait=jetee', '?liste=suspects', `/${reference}`, `/${suspected}`],
    ...[`/${reference}/effacer`, `/${reference}/donnees`, '/lettre?lettre=99', '/chiffres', '/maison'],
  ]
}

it('every page of the desk can be read in light and dark, and at 200 % zoom without sideways scroll', async () => {
  const paths = await everyPage()
  for (const colorScheme of ['light', 'dark'] as const) {
    // 640 pixels at 200 % zoom.
    const page = await openDesk('', { colorScheme, viewport: { width: 320, height: 400 } })
    const look = async (path: string) => {
      await page.goto(`/bureau${path}`)
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true
      })
      // Only colours differ in the dark theme.
      const rules = colorScheme === 'dark' ? ['color-contrast'] : undefined
      expect(await axe(page, 'html', rules), `axe findings in ${path}, ${colorScheme} theme`).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320)
      // axe does not see the text of an empty field.
      const faint = await page.evaluate(() => {
        const quiet = document.querySelector('.line:not(.late) .quiet')
        const fields = quiet ? [...document.querySelectorAll('[placeholder]')] : []
        const colour = quiet && getComputedStyle(quiet).color
        return fields.filter((field) => getComputedStyle(field, '::placeholder').color !== colour).length
      })
      expect(faint, 'placeholders of another colour than quiet text').toBe(0)
    }
    for (const path of paths) await look(path)
    await page.context().clearCookies()
    await look('')
  }
})
