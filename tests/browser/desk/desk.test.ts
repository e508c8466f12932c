import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { REPLY_UNDO_S } from '../../../src/browser/timings.ts'
import { CONFIRM } from '../../samples.ts'
import { type DeskSite, openDeskSite, STAFF } from '../../server/desk/desk-site.ts'
import { axe } from '../harness.ts'
import { closePages, sharedBrowser } from '../shared-browser.ts'
import { covered, smallTargets } from '../targets.ts'
import { signedInPhone } from './phone.ts'

let deskSite: DeskSite
let browser: Browser
/** `plainPhone` runs no scripts. */
let phone: Page
let plainPhone: Page
beforeAll(async () => {
  ;[deskSite, browser] = await Promise.all([openDeskSite(), sharedBrowser()])
  phone = await signedInPhone(browser, deskSite)
  plainPhone = await signedInPhone(browser, deskSite, false)
})
afterAll(async () => {
  await closePages(browser)
  await deskSite?.close()
})

const linkIn = (text: string, pattern: RegExp) =>
  pattern.exec(text)?.[0].replace('http://localhost:4321', deskSite.site.url) ?? ''

it('the desk opens a request by the link in its notice, after the sign-in, on a phone', async () => {
  const mail = (part: string) => deskSite.mail.received.findLast(({ text }) => text.includes(part))?.text ?? ''
  const body = { name: 'Léa Martin', email: 'lea@exemple.fr', subject: 'commande', message: 'Un tapis\npour Éole ?' }
  await deskSite.ask('/formulaires/contact', { body })
  await expect.poll(() => mail('Léa Martin'), { message: 'notice of the request' }).toContain('/bureau/C-')

  // Without a session, the link in the notice leads to the sign-in page.
  await phone.context().clearCookies()
  await phone.goto(linkIn(mail('Léa Martin'), /http:\/\/localhost:4321\/bureau\/C-[\w-]+/))
  const gap = await phone.getByText('Celle qui reçoit').evaluate((hint) => {
    const label = hint.previousElementSibling?.getBoundingClientRect()
    return hint.getBoundingClientRect().top - (label?.bottom ?? 0)
  })
  expect(gap, 'pixels from a label to its hint').toBeLessThan(8)
  await phone.getByLabel('Votre adresse e-mail').fill(STAFF)
  await phone.getByRole('button', { name: 'Recevoir mon lien' }).click()
  await phone.getByRole('heading', { name: 'Regardez vos e-mails' }).waitFor()
  await expect.poll(() => mail('/bureau/entrer/'), { message: 'e-mail with a sign-in link' }).not.toBe('')
  await phone.goto(linkIn(mail('/bureau/entrer/'), /http:\/\/localhost:4321\/bureau\/entrer\/[\w-]+/))
  await phone.getByRole('button', { name: 'Entrer' }).click()
  await phone.getByRole('heading', { name: 'Léa Martin' }).waitFor()
  expect(await phone.getByText('pour Éole ?').first().innerText(), 'line break of the message').toContain(
    'Un tapis\npour',
  )
})

it.each([true, false])('the desk saves a follow-up, sends a reply, finds the request; scripts: %s', async (scripts) => {
  const page = scripts ? phone : plainPhone
  const [name, email] = scripts ? ['Inès Petit', 'ines@exemple.fr'] : ['Noé Roux', 'noe@exemple.fr']
  await deskSite.ask('/formulaires/contact', { body: { name, email, subject: 'commande', message: 'Pour Éole ?' } })
  const [lead] = deskSite.sql('SELECT reference FROM contact_messages WHERE email = ?', email) as {
    reference: string
  }[]
  await page.goto(`${deskSite.site.url}/bureau/${lead?.reference}`)

  await page.getByLabel('Note').fill('Devis envoyé, 165 cm.')
  await page.getByLabel('en cours').check()
  await page.getByRole('button', { name: 'Enregistrer le suivi' }).click()
  await page.getByText('Le suivi est enregistré.').waitFor()
  expect(await page.getByLabel('Note').inputValue()).toBe('Devis envoyé, 165 cm.')

  // A reply takes three taps: the link in the e-mail, a prepared reply, the button that sends it.
  await page.getByRole('button', { name: 'Délai' }).tap()
  const text = page.locator('textarea[name=reponse]')
  await expect.poll(() => text.inputValue()).toMatch(new RegExp(`^Bonjour ${name},`))
  await text.fill('Bonjour,\n\nOui, sous six semaines.')
  // The prepared reply «Délai» only postpones and selects «en cours».
  await page.getByLabel('puis').selectOption('répondue')
  await page.locator('button[value=repondre]').tap()
  await page.getByText(`Votre réponse à ${name} part dans 10 secondes.`).waitFor()
  // The prepared reply had moved the page down to its field, below the message that is shown now.
  expect(new URL(page.url()).hash, 'fragment of the URL').toBe('')
  await page.keyboard.press('Tab')
  expect(await page.locator(':focus').textContent(), 'next element in the tab order').toBe('Annuler')
  // The offer ends with the time to undo.
  const [ends] = await page.evaluate(() =>
    document.getAnimations().map((each) => {
      each.finish()
      return each.effect?.getTiming().delay
    }),
  )
  expect(ends, 'milliseconds until the message disappears').toBe(REPLY_UNDO_S * 1000)
  expect(await page.getByRole('button', { name: 'Annuler' }).count(), 'buttons «Annuler» after that').toBe(0)
  const replied = () =>
    deskSite.mail.received.find((mail) => mail.to.includes(email) && mail.text.includes('sous six semaines'))
  deskSite.endUndo()
  await expect.poll(replied, { message: 'the reply is sent' }).toBeDefined()
  const state = 'SELECT state FROM leads WHERE reference = ?'
  expect(deskSite.sql(state, lead?.reference), 'state of the lead').toEqual([{ state: 'répondue' }])

  // The remaining pages have no scripts.
  if (!scripts) return
  await page.goBack()
  expect(await text.inputValue(), 'sent reply, back in its field').toBe('')
  // The answered request has left the list of waiting requests; the search finds it in any state.
  await page.getByRole('navigation', { name: 'Bureau' }).getByRole('link', { name: 'Demandes' }).click()
  expect(await page.getByRole('link', { name }).count(), 'answered requests in the list of waiting ones').toBe(0)
  await page.getByLabel('Chercher partout').fill('eole')
  await page.getByRole('button', { name: 'Chercher' }).click()
  await page.getByRole('link', { name }).first().click()
  await page.getByRole('heading', { name }).waitFor()
})

const LETTER = 'Bonjour,\n\nLe nid d’abeille est **revenu**.\n\n[Me désinscrire]({{ desinscription }})'

it('the desk names the line of an error in a letter, sends a test, and sends the letter once on a double click', async () => {
  const [email, subject] = ['lettre@exemple.fr', 'Le printemps']
  await deskSite.ask('/formulaires/newsletter', { body: { email } })
  deskSite.sql(CONFIRM)
  await phone.goto(`${deskSite.site.url}/bureau`)
  await phone.getByRole('link', { name: 'Lettres' }).click()
  await phone.getByRole('link', { name: 'Écrire une lettre' }).click()

  // An error names its line, and the input is kept.
  await phone.getByLabel('Lettre d’information').check()
  await phone.getByLabel('Objet').fill(subject)
  await phone.getByLabel('Texte').fill(LETTER.replace('Le nid', '{{ delai_fabricaton }}'))
  await phone.getByRole('button', { name: 'Vérifier et voir l’aperçu' }).click()
  await phone.getByText(/Texte, ligne 3\s: .*delai_fabrication/).waitFor()
  expect(await phone.getByRole('button', { name: 'Envoyer à' }).count(), 'buttons that send the faulty letter').toBe(0)
  expect(await phone.getByLabel('Objet').inputValue()).toBe(subject)
  expect(await phone.getByLabel('Texte').inputValue()).toContain('{{ delai_fabricaton }}')

  await phone.getByLabel('Texte').fill(LETTER)
  await phone.getByRole('button', { name: 'Vérifier et voir l’aperçu' }).click()
  const preview = phone.frameLocator('iframe')
  expect(await preview.locator('strong').textContent()).toBe('revenu')
  // Its Content-Security-Policy allows style attributes.
  const weight = preview.locator('h1').evaluate((heading) => getComputedStyle(heading).fontWeight)
  expect(await weight).toBe('400')
  expect(await axe(phone, 'main'), 'axe findings').toEqual([])
  expect(await smallTargets(phone), 'targets too small to press').toEqual([])
  await phone.getByRole('button', { name: 'M’envoyer un essai' }).click()
  await phone.getByText(`L’essai est parti à ${STAFF}`).waitFor()
  await phone.getByRole('button', { name: 'Envoyer à' }).click()
  await phone.getByRole('heading', { name: 'Envoyer cette lettre' }).waitFor()
  await phone.getByText(subject, { exact: true }).waitFor()
  await phone.getByRole('button', { name: 'Oui, envoyer à' }).dblclick()
  await phone.getByRole('heading', { name: subject }).waitFor()
  await phone.getByText(/déjà confiée|L’envoi a commencé/).waitFor()
  const letters = () =>
    deskSite.mail.received.filter(({ headers, to }) => headers.subject === subject && to[0] === email)
  await expect.poll(() => letters().length, { message: 'e-mails of the letter' }).toBe(1)
  expect(deskSite.sql('SELECT id FROM letters WHERE subject = ?', subject), 'letters that were sent').toHaveLength(1)
})

it('the desk schedules a letter when Enter is pressed in the field of the hour, and sends nothing, without JavaScript', async () => {
  deskSite.sql(CONFIRM)
  const sent = deskSite.sql('SELECT id FROM letters')
  await plainPhone.goto(`${deskSite.site.url}/bureau/lettres/nouvelle`)
  await plainPhone.getByLabel('Lettre d’information').check()
  await plainPhone.getByLabel('Objet').fill('À son heure')
  await plainPhone.getByLabel('Texte').fill(LETTER)
  await plainPhone.getByRole('button', { name: 'Vérifier et voir l’aperçu' }).click()
  await plainPhone.getByRole('button', { name: 'Envoyer à' }).click()
  await plainPhone.getByLabel('Ou plus tard').press('Enter')
  await plainPhone.waitForURL('**/bureau/lettres?fait=programmee')
  expect(deskSite.sql('SELECT id FROM letters'), 'letters that were sent').toEqual(sent)
})

it('the desk shows its charts and the current section in forced colours', async () => {
  await phone.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
  await phone.goto(`${deskSite.site.url}/bureau/chiffres`)
  const dark = await phone
    .locator('svg :is(rect, text):not([aria-hidden] *)')
    .evaluateAll((all) =>
      all.filter((each) => (getComputedStyle(each).fill.match(/\d+/g) ?? []).every((part) => Number(part) < 128)),
    )
  expect(dark, 'dark shapes on the dark background').toHaveLength(0)
  const edges = await phone
    .locator('nav.parts a')
    .evaluateAll((all) =>
      all.filter((each) => getComputedStyle(each).borderTopWidth !== '0px').map((a) => a.textContent?.trim()),
    )
  expect(edges, 'sections with a border').toEqual(['Chiffres'])
  await phone.emulateMedia({ forcedColors: null, colorScheme: null })
})

/** Buttons that Enter may press by implicit submission: they save, check, note, search or do nothing. */
const HARMLESS = ['entree', 'verifier', 'noter', 'search', 'nothing']

/** Returns the button that Enter presses in each form with a text field (implicit submission). */
function byEnter(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const takesEnter = (control: Element) =>
      control instanceof HTMLInputElement && !['hidden', 'file', 'submit', 'button'].includes(control.type)
    return [...document.forms]
      .filter(({ elements }) => [...elements].some(takesEnter))
      .flatMap((form) => {
        if (form.role === 'search' || form.method === 'get') return 'search'
        const [first] = [...form.elements].filter((control) => (control as HTMLButtonElement).type === 'submit')
        return (first as HTMLButtonElement)?.disabled ? 'nothing' : (first as HTMLButtonElement)?.value
      })
  })
}

it('every page of the desk passes axe, fits a phone, has large targets and submits every field', async () => {
  const page = phone
  await deskSite.ask('/formulaires/partnership', { body: {} })
  const long = 'Un tapis pour une jument de seize ans, avec ses initiales. '.repeat(5)
  const email = 'jean-baptiste.de.la.rochefoucauld@une-messagerie-au-nom-sans-fin.example'
  deskSite.sql('UPDATE contact_messages SET message = ?, email = ?', long, email)
  const [lead] = deskSite.site.rows<{ reference: string }>('contact_messages')
  // A reminder date in the past must not block the form.
  deskSite.sql("UPDATE leads SET remind_on = '2026-01-05' WHERE reference = ?", lead?.reference)
  const paths = ['/bureau', '/bureau?etat=toutes', `/bureau/${lead?.reference}`, `/bureau/${lead?.reference}/effacer`]
  const [letter] = deskSite.site.rows<{ id: number }>('letters')
  const letters = ['/bureau/lettres', '/bureau/lettres/nouvelle', `/bureau/lettres/${letter?.id}`]
  for (const path of [...paths, ...letters, '/bureau/chiffres', '/bureau/maison', '/bureau/appareils']) {
    await page.goto(deskSite.site.url + path)
    // Header and navigation are the same on every page.
    expect(await axe(page, path === '/bureau' ? 'html' : 'main'), `axe findings on ${path}`).toEqual([])
    expect(await smallTargets(page), `targets too small to press on ${path}`).toEqual([])
    expect(await covered(page), `covered controls on ${path}`).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390)
    const lost = await page.evaluate(() => {
      const buttons = [...document.querySelectorAll<HTMLButtonElement>('main button')]
      const files = [...document.querySelectorAll<HTMLInputElement>('main input[type=file]')]
      const fields = [...document.querySelectorAll<HTMLInputElement>('main :is(input, select, textarea)[name]')]
      return [
        ...fields.filter(({ form }) => !form),
        ...buttons.filter(({ type, form }) => type === 'submit' && !form),
        ...files.filter(({ form }) => form?.enctype !== 'multipart/form-data'),
      ].map(({ outerHTML }) => outerHTML)
    })
    expect(lost, `controls on ${path} that no form submits`).toEqual([])
    const pressed = (await byEnter(page)).filter((button) => !HARMLESS.includes(button))
    expect(pressed, `buttons that Enter presses in the fields of ${path}`).toEqual([])
    const refused = page.locator('form :invalid:not(:required, fieldset)')
    expect(await refused.evaluateAll((all) => all.map(({ outerHTML }) => outerHTML)), 'invalid fields at load').toEqual(
      [],
    )
    const hidden = await page.evaluate(() => {
      scrollTo(0, document.documentElement.scrollHeight)
      const [end, bar] = ['main > :last-child', 'nav.parts'].map((place) =>
        document.querySelector(place)?.getBoundingClientRect(),
      )
      return (end?.bottom ?? 0) - (bar?.top ?? 0)
    })
    expect(hidden, `pixels of the end of ${path} under the bar`).toBeLessThanOrEqual(0)
    const buried = await page.evaluate(() => {
      scrollTo(0, 0)
      const bar = document.querySelector('nav.parts')?.getBoundingClientRect().top ?? 0
      const stops = document.querySelectorAll<HTMLElement>('main :is(a, button, input, select, textarea, summary)')
      return [...stops].filter((stop) => {
        stop.focus()
        return stop === document.activeElement && stop.getBoundingClientRect().top > bar - 12
      }).length
    })
    expect(buried, `focused elements on ${path} under the bar`).toBe(0)
  }
})

it('a notice about another device, read while typing, is not repeated by the button that follows it', async () => {
  await deskSite.ask('/formulaires/contact', {
    body: { name: 'Zoé Blanc', email: 'zoe@exemple.fr', subject: 'commande', message: 'Pour Éole ?' },
  })
  const [lead] = deskSite.sql("SELECT reference FROM contact_messages WHERE email = 'zoe@exemple.fr'") as {
    reference: string
  }[]
  const path = `${deskSite.site.url}/bureau/${lead?.reference}`
  await phone.goto(path)
  const other = await phone.context().newPage()
  await other.goto(path)
  await other.getByLabel('Note').fill('De l’autre')
  await other.getByRole('button', { name: 'Garder le brouillon' }).click()
  await other.getByText('Ce que vous écrivez est gardé.').waitFor()
  await other.close()
  await phone.getByLabel('Note').fill('De celui-ci')
  await phone.getByText('sur un autre appareil').waitFor()
  // Only a button replaces the other words.
  await phone.getByLabel('Note').fill('De celui-ci, encore')
  await phone.waitForResponse((response) => response.status() === 409)
  await phone.getByRole('button', { name: 'Enregistrer le suivi' }).click()
  await phone.getByText('Le suivi est enregistré.').waitFor()
  expect(await phone.getByLabel('Note').inputValue()).toBe('De celui-ci, encore')
})
