import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { HOUSE, type Office, openOffice } from '../server/desk/office.ts'
import { axe, launch } from './harness.ts'

let office: Office
let browser: Browser
beforeAll(async () => {
  ;[office, browser] = await Promise.all([openOffice(), launch()])
})
afterAll(async () => {
  await browser?.close()
  await office?.close()
})

/** A telephone held in one hand. */
async function phone(javaScriptEnabled = true): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    locale: 'fr-FR',
    reducedMotion: 'reduce',
    javaScriptEnabled,
  })
  onTestFinished(() => context.close())
  return context.newPage()
}

const linkIn = (text: string, pattern: RegExp) =>
  pattern.exec(text)?.[0].replace('http://localhost:4321', office.site.url) ?? ''

it.each([true, false])(
  'leads an owner from the e-mail to the answered request, on a telephone; scripts: %s',
  async (javaScriptEnabled) => {
    const name = `Léa ${javaScriptEnabled ? 'Martin' : 'Roux'}`
    const subject = () => office.mail.received.find(({ text }) => text.includes(name))
    await office.ask('/formulaires/contact', {
      body: { name, email: `${javaScriptEnabled}@exemple.fr`, subject: 'commande', message: 'Un tapis pour Éole ?' },
    })
    await expect.poll(() => subject()?.text).toContain('/bureau/C-')
    const page = await phone(javaScriptEnabled)

    // The e-mail leads to the request; without a session, to the way in.
    await page.goto(linkIn(subject()?.text ?? '', /http:\/\/localhost:4321\/bureau\/C-[\w-]+/))
    await page.getByLabel('Votre adresse e-mail').fill(HOUSE)
    await page.getByRole('button', { name: 'Recevoir mon lien' }).click()
    await page.getByRole('heading', { name: 'Regardez vos e-mails' }).waitFor()
    const link = () => office.mail.received.findLast(({ text }) => text.includes('/bureau/entrer/'))?.text ?? ''
    const used = link()
    await expect.poll(() => link() !== '' && (javaScriptEnabled || link() !== used)).toBe(true)
    await page.goto(linkIn(link(), /http:\/\/localhost:4321\/bureau\/entrer\/[\w-]+/))
    await page.getByRole('button', { name: 'Entrer' }).click()

    // The request itself, with what to do.
    await page.getByRole('heading', { name }).waitFor()
    expect(await page.getByRole('link', { name: 'Répondre' }).getAttribute('href')).toMatch(
      /^mailto:(true|false)@exemple\.fr\?subject=Hera.*C-.*&body=Bonjour%20L%C3%A9a/,
    )
    await page.getByLabel('Note').fill('Devis envoyé, 165 cm.')
    await page.getByLabel('en cours').check()
    await page.getByRole('button', { name: 'Enregistrer le suivi' }).click()
    await page.getByText('Le suivi est enregistré.').waitFor()
    expect(await page.getByLabel('Note').inputValue()).toBe('Devis envoyé, 165 cm.')
    await page.getByRole('button', { name: 'J’ai répondu' }).click()
    await page.getByText('La demande est marquée répondue.').waitFor()

    // Back to the list, where nothing of hers waits; she is found among the answered.
    await page.getByRole('navigation', { name: 'Bureau' }).getByRole('link', { name: 'Demandes' }).click()
    expect(await page.getByRole('link', { name }).count()).toBe(0)
    await page.getByRole('link', { name: 'Répondues' }).click()
    await page.getByText('Chercher, trier par formulaire').click()
    await page.getByLabel('Mots').fill('eole')
    await page.getByRole('button', { name: 'Montrer' }).click()
    await page.getByRole('link', { name }).click()
    await page.getByRole('heading', { name }).waitFor()
    expect(office.sql('SELECT state FROM follow_ups WHERE state = ?', 'répondue').length).toBeGreaterThan(0)
  },
)

it('has no fault of accessibility, nothing wider than the telephone and no small target', async () => {
  const page = await phone()
  await page.goto(office.site.url + (await office.link()))
  await page.getByRole('button', { name: 'Entrer' }).click()
  await office.ask('/formulaires/partnership', { body: {} })
  const [lead] = office.site.rows<{ reference: string }>('contact_messages')
  const paths = ['/bureau', '/bureau?etat=toutes', `/bureau/${lead?.reference}`, `/bureau/${lead?.reference}/effacer`]
  for (const path of [...paths, '/bureau/chiffres', '/bureau/maison', '/bureau/appareils']) {
    await page.goto(office.site.url + path)
    expect(await axe(page), path).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390)
  }
})
