import Sqlite from 'better-sqlite3'
import { expect, vi } from 'vitest'
import { CONFIRMED, HIDDEN } from '../../src/forms/envelope.ts'
import { allForms } from '../../src/forms/index.ts'
import { addressOf } from '../attacks/attack.ts'
import type { DeskSite } from '../server/desk/desk-site.ts'
import { valid } from '../support/samples.ts'

const PAGE = { Accept: 'text/html' }
const LETTER = 'Bonjour,\n\nLe nid d’abeille est **revenu**.\n\n[Me désinscrire]({{ desinscription }})'

/**
 * Returns every on-demand page in each state that a visitor or the owner meets, by route. Every new route needs an
 * entry here (tests/pages/html.test.ts enforces this).
 * @param deskSite opened with TRUSTED_PROXIES=1, so that no rate limit per address applies
 */
export async function onDemandPages(deskSite: DeskSite) {
  /** The HTML of each answer, and its name: what was done, and the status code. */
  const pages = new Map<string, { name: string; text: string }[]>()
  let visitor = 0
  const ask = (path: string, options: Parameters<DeskSite['ask']>[1] = {}) => {
    visitor += 1
    return deskSite.ask(path, { ...options, headers: { 'X-Forwarded-For': addressOf(visitor), ...options.headers } })
  }
  const keep = async (route: string, what: string, answer: Response) => {
    const kept = pages.get(route) ?? []
    pages.set(route, [...kept, { name: `${what}: ${answer.status}`, text: await answer.text() }])
    return answer
  }
  /** Returns the path of the first such link that was sent to an address. */
  const linkTo = (address: string, folder: string) =>
    vi.waitFor(
      () => {
        // A token may end with a hyphen.
        const link = new RegExp(`http://localhost:4321(/${folder}/[\\w.-]*[\\w-])`)
        const mails = deskSite.mail.received.filter(({ to }) => to.includes(address))
        const words = mails.map(({ text, headers }) => `${text} ${headers['list-unsubscribe']}`).join()
        return link.exec(words)?.[1] ?? expect.fail(`No e-mail with a link to /${folder} has come to ${address}.`)
      },
      { timeout: 60_000 },
    )

  for (const { name } of allForms) {
    const post = (what: string, body: Record<string, string>, headers = {}) =>
      ask(`/formulaires/${name}`, { body, headers }).then((answer) =>
        keep('/formulaires/[form]', `${name}, ${what}`, answer),
      )
    await post('empty', {})
    await post('a wrong address', { ...valid[name], email: 'incomplet@' })
    // A refusal does not show the form.
    if (name === 'contact') await post('another site', {}, { Origin: 'https://ailleurs.example' })
    if (name === 'contact') await post('too large', { message: 'x'.repeat(70_000) })
    const email = `${name}@exemple.fr`
    await post('sent', { ...valid[name], email })
    // Withdrawal has a second step.
    await post('confirmed', { ...valid[name], email, [HIDDEN.step]: CONFIRMED })
    await keep('/merci/[form]', name, await ask(`/merci/${name}`, { headers: PAGE }))
  }
  const lock = new Sqlite(deskSite.site.databasePath)
  lock.exec('BEGIN IMMEDIATE')
  const body = { ...valid.contact, email: 'plus-tard@exemple.fr' }
  await keep('/formulaires/[form]', 'contact, not stored', await ask('/formulaires/contact', { body }))
  lock.exec('ROLLBACK')
  lock.close()

  for (const [folder, list] of [
    ['confirmation', 'newsletter'],
    ['desinscription', 'waitlist'],
  ] as const) {
    const path = await linkTo(`${list}@exemple.fr`, folder)
    const route = `/${folder}/[token]`
    await keep(route, 'the button', await ask(path))
    await keep(route, 'done', await ask(path, { body: {} }))
    await keep(route, 'unknown', await ask(`/${folder}/${'x'.repeat(32)}`, { body: {} }))
    await keep(route, 'cut off', await ask(`/${folder}/${'x'.repeat(9)}`))
  }

  // Sign-in to the desk and all its pages.
  await keep('/bureau/connexion', 'the way in', await ask('/bureau/connexion'))
  const asked = await ask('/bureau/connexion', { body: { adresse: 'personne@exemple.fr' } })
  await keep('/bureau/connexion', 'asked for a link', asked)
  const entry = await deskSite.link()
  await keep('/bureau/entrer/[token]', 'the button', await ask(entry))
  await keep('/bureau/entrer/[token]', 'unknown', await ask(`/bureau/entrer/${'x'.repeat(32)}`))

  const cookie = await deskSite.signIn()
  const at = async (route: string, path = route, body?: Record<string, string>, what = path) => {
    const answer = await ask(path, { cookie, ...(body && { body }) })
    const next = answer.headers.get('location')
    return keep(route, what, next ? await ask(next, { cookie }) : answer)
  }
  for (const query of ['', '?liste=toutes', '?mots=rien+de+tel']) await at('/bureau', `/bureau${query}`)
  const firstOf = (table: string) => String(deskSite.site.rows(table)[0]?.reference)
  for (const { table } of allForms)
    for (const page of ['', '/effacer', '/donnees'])
      await at(`/bureau/[reference]${page}`, `/bureau/${firstOf(table)}${page}`)
  const contact = firstOf('contact_messages')
  const lead = `/bureau/${contact}`
  const wrong = { adresse: 'autre@exemple.fr' }
  await at('/bureau/[reference]/effacer', `${lead}/effacer`, wrong, 'another address than the one shown')
  await at('/bureau/[reference]', lead, { action: 'repondre', reponse: '' }, 'an empty answer')
  await at('/bureau/[reference]', lead, { action: 'note', note: 'x'.repeat(20_000) }, 'a note too long')
  await at('/bureau/[reference]', '/bureau/C-0000-0000')
  deskSite.sql('UPDATE leads SET suspected_spam = 1 WHERE reference = ?', contact)
  await at('/bureau/[reference]', lead, undefined, 'suspected')
  await at('/bureau/lettre')
  const letter = (what: string, body: object) =>
    at('/bureau/lettre', '/bureau/lettre', { liste: 'newsletter', objet: 'Le printemps', texte: LETTER, ...body }, what)
  await letter('a mistake', { action: 'verifier', texte: '{{ rien }}' })
  await letter('checked', { action: 'verifier' })
  for (const path of ['/bureau/chiffres', '/bureau/maison']) await at(path)
  return pages
}
