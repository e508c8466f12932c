import { hash } from 'node:crypto'
import Sqlite from 'better-sqlite3'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertLeads } from '../../insert-leads.ts'
import { insertLetter } from '../../insert-rows.ts'
import { CONFIRM } from '../../samples.ts'
import { cookieOf, deskSite, FOREIGN, STAFF, setUpDeskSite } from './desk-site.ts'

/** Markup, and characters that would end a header, a quotation or an attribute. */
const MARKUP = '"><script>alert(1)</script><img src=x onerror=alert(1)>\r\nBcc: x@evil.example'

// Each test has its own IP address, so that none reaches the rate limit.
setUpDeskSite({ TRUSTED_PROXIES: '1' })
let cookie: string
beforeAll(async () => {
  cookie = await signInAs(STAFF)
})

let reference: string
let count = 0
const from = () => ({ 'X-Forwarded-For': `203.0.113.${count}` })
beforeEach(async () => {
  count += 1
  const answer = await deskSite.ask('/formulaires/contact', {
    body: { name: 'Léa Martin', email: `lea${count}@exemple.fr`, subject: 'autre', message: `Demande ${count}.` },
    headers: { Accept: 'application/json', ...from() },
  })
  reference = ((await answer.json()) as { reference: string }).reference
})

/** Signs in with a link that was sent to `author`, and returns the session cookie. */
async function signInAs(author: string): Promise<string> {
  const link = await deskSite.link()
  const token = link.split('/').at(-1) ?? ''
  deskSite.sql(
    'INSERT INTO desk_authors VALUES (?, ?, ?)',
    hash('sha256', token, 'hex'),
    author,
    new Date().toISOString(),
  )
  return cookieOf(await deskSite.ask(link, { body: {} }))
}
const lead = () => deskSite.sql('SELECT state, note, remind_on, version FROM leads WHERE reference = ?', reference)[0]
const UNTOUCHED = { state: 'nouvelle', note: null, remind_on: null, version: 0 }
const post = (body: Record<string, string>, headers?: Record<string, string>, as = cookie) =>
  deskSite.ask(`/bureau/${reference}`, { cookie: as, body, headers: { ...from(), ...headers } })

describe('page of today', () => {
  it('applies an action to one lead or to all selected ones', async () => {
    const html = await (await deskSite.ask('/bureau', { cookie })).text()
    const [, name = ''] = new RegExp(`value="repondue ${reference} 0"[^>]*>([\\s\\S]*?)</button>`).exec(html) ?? []
    expect(name.replace(/<[^>]*>|\s+/g, ' '), 'name of the button, for a screen reader').toMatch(/Répondu +: +Léa/)
    const one = await deskSite.ask('/bureau', { cookie, body: { acte: `demain ${reference} 0` } })
    expect(one.headers.get('location')).toBe(`/bureau?fait=demain&n=1&refus=0&autres=0&de=${reference}`)
    const several = { acte: 'repondue', [`choix-${reference}`]: '1' }
    expect((await deskSite.ask('/bureau', { cookie, body: several })).status, 'several selected leads').toBe(303)
    expect(lead()).toMatchObject({ state: 'répondue', version: 2 })
  })

  it('returns to the same search or list after an action', async () => {
    for (const query of ['mots=l%C3%A9a+tapis', 'etat=r%C3%A9pondue&apres=2099-01-01T00%3A00%3A00.000Z_9']) {
      const html = await (await deskSite.ask(`/bureau?${query}&fait=demain&n=1`, { cookie })).text()
      const action = /<form method="post" action="(\/bureau(?:\?[^"]*)?)"/.exec(html)?.[1] ?? 'no list'
      const body = { acte: `demain ${reference} 0` }
      const done = await deskSite.ask(action.replaceAll('&amp;', '&'), { cookie, body })
      expect(done.headers.get('location')).toMatch(`/bureau?${query}&fait=demain&n=`)
    }
  })
})

it('the page of a lead names the page that it was sent from as its visitors read it', async () => {
  const shown = async (page: string) => {
    deskSite.sql('UPDATE leads SET page = ? WHERE reference = ?', page, reference)
    const html = await (await deskSite.ask(`/bureau/${reference}`, { cookie })).text()
    return html.replace(/[\u00A0\u202F]|&nbsp;/g, ' ')
  }
  expect(await shown('/')).toContain('depuis « Accueil »')
  // A page without a name, such as that of an unknown address, which also contains the form of the newsletter.
  expect(await shown('/404')).not.toContain('depuis «')
  const preset = await (await deskSite.ask('/contact?subject=retour')).text()
  expect(preset).toContain('name="page" value="/contact"')
})

it('the page of a lead accepts several replies, each of which can be taken back', async () => {
  for (let answers = 1; answers <= 3; answers++) {
    const html = await (await deskSite.ask(`/bureau/${reference}`, { cookie })).text()
    const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''
    const last = { derniere: hidden('derniere'), version: hidden('version') }
    const sent = await post({ action: 'repondre', reponse: `Réponse ${answers}.`, ...last })
    expect(sent.status, 'status of one of several replies').toBe(303)
    const next = await (await deskSite.ask(sent.headers.get('location') ?? '', { cookie })).text()
    expect(next).toMatch(new RegExp(`<form class="undo[^"]*"[^>]* action="/bureau/${reference}"`))
  }
})

it('the page of devices marks only the current one', async () => {
  const own = await signInAs(STAFF)
  const [session] = deskSite.sql('SELECT max(id) AS id FROM desk_sessions') as { id: number }[]
  const page = await (await deskSite.ask('/bureau/appareils', { cookie: own })).text()
  const devices = page.split('<li').slice(1)
  expect(devices.length, 'devices listed').toBeGreaterThan(1)
  const marked = devices.filter((device) => device.includes('celui-ci'))
  expect(marked.map((device) => /name="appareil" value="(\d+)"/.exec(device)?.[1])).toEqual([String(session?.id)])
})

it.each([
  ['reponse', { action: 'repondre', reponse: '' }],
  ['note', { action: 'suivi', note: 'x'.repeat(5001) }],
  ['rappel', { action: 'suivi', rappel: '2020-01-01' }],
  ['adresse', { action: 'corriger', adresse: 'incomplet@' }],
])('an invalid %s gets the focus and its error message', async (field, body) => {
  const page = await (await post(body)).text()
  const focused = page.match(/<[^>]* autofocus[^>]*>/g) ?? []
  expect(focused).toEqual([expect.stringContaining(` name="${field}"`)])
  expect(focused[0]).toMatch(/ aria-describedby="[^"]*-error".* aria-invalid="true"/)
  const described = /aria-describedby="[^"]*?([\w-]+-error)"/.exec(focused[0] ?? '')?.[1]
  expect(page, 'the message beside the field').toMatch(
    new RegExp(`<div class="field-error" id="${described}"[^>]*>\\s*\\S`),
  )
})

it('what is sent after the session ended is not stored, and the autosave script gets a message', async () => {
  const ended = await signInAs(STAFF)
  await deskSite.ask('/bureau/deconnexion', { cookie: ended, body: {} })
  for (const as of [ended, `bureau=${'a'.repeat(32)}`, '']) {
    const late = await post({ action: 'repondre', reponse: 'Bonjour' }, undefined, as)
    expect([late.status, (await late.text()).includes('action="/bureau/connexion"')]).toEqual([401, true])
    const script = await post({ action: 'brouillon', note: 'Cliente' }, { Accept: 'application/json' }, as)
    expect(script.status).toBe(401)
    expect(await script.json()).toEqual({ message: expect.stringContaining('Votre session est terminée') })
  }
  expect(lead()).toEqual(UNTOUCHED)
})

it('the list of leads links to its next page, and no lead is on both', async () => {
  const db = new Sqlite(deskSite.site.databasePath)
  const numbers = Array.from({ length: 40 }, (_, n) => String(n).padStart(4, '0'))
  insertLeads(
    db,
    numbers.map((n) => ({ reference: `C-SUIT-${n}`, created_at: `2020-01-06T10:00:00.${n.slice(1)}Z` })),
  )
  const shown = async (path: string) => {
    const page = await (await deskSite.ask(path, { cookie })).text()
    const references = [...page.matchAll(/href="\/bureau\/(C-SUIT-\d{4})"/g)].map(([, one]) => one)
    return { references: new Set(references), next: /href="([^"]+)"[^>]*>\s*La suite/.exec(page)?.[1] }
  }
  try {
    const first = await shown('/bureau?etat=a-repondre')
    const second = await shown(String(first.next).replaceAll('&amp;', '&'))
    expect([first.references.size, second.references.size], 'leads on the first page and on the next').toEqual([30, 10])
    expect(first.references.intersection(second.references), 'leads on both pages').toEqual(new Set())
  } finally {
    db.exec("DELETE FROM leads WHERE reference LIKE 'C-SUIT-%'")
    db.close()
  }
})

describe('pages of the desk', () => {
  const [year, month, day] = new Date().toISOString().slice(0, 10).split('-')
  const TODAY = `${year}-${month}-${day}`
  const AT = `${TODAY}T08:00:00.000Z`
  const wordsOf = async (answer: Response) => (await answer.text()).replace(/[\s\u00A0\u202F]+/g, ' ')
  const own = () => `/bureau/${reference}`
  const draft = (problem: string | null = null) =>
    deskSite.sql(
      "INSERT INTO letter_drafts (list, subject, text, problem, changed_at) VALUES ('', '', 'Bonjour', ?, ?)",
      ...[problem, AT],
    )
  /** Inserts a letter that was stopped after some e-mails were sent. */
  const stopped =
    (recipients: number, sent = 1) =>
    () => {
      const db = new Sqlite(deskSite.site.databasePath)
      insertLetter(db, AT, { recipients, sent, stopped_at: AT })
      db.close()
    }
  const lastLetter = () => `/bureau/lettres/${deskSite.site.rows<{ id: number }>('letters').at(-1)?.id}`

  interface Shown {
    says: string
    path: string | (() => string)
    /** Prepares the database. */
    before?: () => unknown
    has: RegExp[]
    lacks?: RegExp
  }
  const SHOWN: Shown[] = [
    {
      says: 'the style sheet for print, more contrast and forced colours',
      path: '/bureau',
      has: [/media="print, \(prefers-contrast: more\), \(forced-colors: active\)"/],
    },
    {
      says: 'the figures of states and forms',
      path: '/bureau/chiffres',
      before: () => deskSite.sql("UPDATE leads SET state = 'en cours'"),
      has: [
        // A state without a plural form.
        />\d\d?<\/span> en cours </,
      ],
    },
    {
      says: 'a checked box for the notice of an erasure',
      path: () => `${own()}/effacer`,
      has: [/name="prevenir" value="oui" checked/],
    },
    {
      says: 'a lead with its replies and other leads of the person',
      path: own,
      before: async () => {
        const email = `lea${count}@exemple.fr`
        const body = { name: 'Léa', email, order_reference: 'D-1', step: 'confirm' }
        await deskSite.ask('/formulaires/withdrawal', { body })
        await deskSite.ask('/formulaires/newsletter', { body: { email } })
        await post({ action: 'envoyee', reponse: 'Oui.', etat: 'répondue' })
      },
      has: [
        /href="\/bureau\/R-[\w-]+"/,
        /href="\/bureau\/N-[\w-]+"[^>]*> ?lea\d+@exemple\.fr – Lettre d’information ?<\/a> ?<span class="note"[^>]*>[^<]*, non confirmée</,
        /, depuis votre messagerie</,
      ],
    },
    {
      says: 'a mailto link if the call for help was not sent',
      path: '/bureau/maison?fait=injoignable',
      has: [/href="mailto:\?subject=/],
      lacks: /value="prevenir"/,
    },
    {
      says: 'a draft without a subject and a list, and why a scheduled one was not sent',
      path: '/bureau/lettres',
      before: () => [draft(), draft('La liste est vide.')],
      has: [/>Sans objet<\/a>/, /pas partie<.*La liste est vide/],
    },
    {
      says: 'the preview of a draft without a list',
      path: () => `/bureau/lettres/apercu/${deskSite.site.rows<{ id: number }>('letter_drafts').at(-1)?.id}`,
      before: () => draft(),
      has: [/Bonjour/],
    },
    {
      says: 'no button for the remaining recipients if a stopped letter reached all',
      path: lastLetter,
      before: stopped(1),
      has: [/value="tous"[^>]*> ?À tous, aussi à la personne qui l’a eue/],
      lacks: /value="reprendre"|retirée/,
    },
    {
      says: 'a stopped letter that can go on to its remaining recipients',
      path: lastLetter,
      before: stopped(3),
      has: [/1 partie, 2 retirées\..*value="reprendre"[^>]*> ?Corriger, et envoyer à qui ne l’a pas reçue/],
    },
    {
      says: 'no reader of a letter that was stopped before its first e-mail',
      path: lastLetter,
      before: stopped(2, 0),
      has: [/value="tous"[^>]*> ?À tous ?</],
    },
  ]
  it.each(SHOWN)('show $says', async ({ path, before, has, lacks }) => {
    await before?.()
    const words = await wordsOf(await deskSite.ask(typeof path === 'string' ? path : path(), { cookie }))
    for (const each of has) expect(words).toMatch(each)
    if (lacks) expect(words).not.toMatch(lacks)
  })

  it('keep a cleared field empty when another field is invalid', async () => {
    const filled = { note: 'Une note', rappel: `${Number(year) + 1}-01-01` }
    expect((await post({ action: 'suivi', state: 'en cours', ...filled })).status, 'the first change').toBe(303)
    const words = await wordsOf(await post({ action: 'corriger', adresse: 'lea@', note: '', rappel: '' }))
    expect(words).toMatch(/<details open[^>]*> ?<summary[^>]*>Corriger son adresse/)
    expect(words).toMatch(/<textarea[^>]*name="note"[^>]*><\/textarea>/)
    expect(words).toMatch(/name="rappel" type="date"[^>]* value(?:="")?[ >]/)
  })
})

describe('attacks on the desk', () => {
  const FIELDS = {
    reponse: 'Bonjour',
    etat: 'répondue',
    state: 'en cours',
    note: 'Note',
    rappel: '2099-01-01',
    adresse: 'mal@evil.example',
  }
  const posts = (): [string, Record<string, string>][] => [
    [`/bureau/${reference}`, { action: 'suivi', ...FIELDS }],
    ['/bureau', { acte: `repondue ${reference} 0` }],
    ['/bureau', { acte: 'repondue', [`choix-${reference}`]: '0' }],
    [`/bureau/${reference}/effacer`, { adresse: `lea${count}@exemple.fr`, prevenir: 'oui' }],
    ['/bureau/maison', { action: 'prevenir' }],
    ['/bureau/maison', { action: 'revenir' }],
    ['/bureau/appareils', { appareil: '1' }],
    ['/bureau/deconnexion', {}],
    ['/bureau/lettres/nouvelle', { action: 'envoyer', liste: 'newsletter', objet: 'Le printemps', texte: 'Bonjour' }],
    ['/bureau/lettres/1', {}],
  ]
  const nothingDone = async () => {
    expect((await deskSite.ask('/bureau', { cookie })).status, 'the page of today').toBe(200)
    expect(lead()).toEqual(UNTOUCHED)
    expect(deskSite.sql('SELECT 1 FROM replies WHERE reference = ?', reference), 'stored replies').toEqual([])
    expect(deskSite.sql('SELECT 1 FROM drafts WHERE reference = ?', reference), 'stored drafts').toEqual([])
  }
  const told = () => deskSite.mail.received.filter(({ headers }) => /effacées|réparer/.test(headers.subject ?? ''))

  it('no POST has an effect without a session', async () => {
    for (const [path, body] of posts()) expect((await deskSite.ask(path, { body })).status, path).toBe(401)
    expect((await deskSite.ask(`/bureau/${reference}/donnees`)).status, 'personal data without a session').toBe(401)
    await nothingDone()
    expect(told(), 'sent e-mails').toEqual([])
  })

  it('no POST of another site has an effect', async () => {
    for (const [path, body] of posts())
      expect((await deskSite.ask(path, { cookie, body, headers: FOREIGN })).status, path).toBe(403)
    await nothingDone()
    expect(told(), 'sent e-mails').toEqual([])
  })

  it('GET changes nothing, and of two conflicting changes the second is rejected', async () => {
    for (const path of [
      `${reference}?action=repondue&version=0`,
      `${reference}/effacer?adresse=lea${count}@exemple.fr`,
    ])
      expect((await deskSite.ask(`/bureau/${path}`, { cookie })).status, path).toBe(200)
    expect((await deskSite.ask('/bureau/deconnexion', { cookie })).status, 'status of signing out by GET').not.toBe(200)
    await nothingDone()
    const note = (text: string) => post({ action: 'suivi', state: 'en cours', note: text, version: '0' })
    expect((await note('La première')).status, 'status of the first note').toBe(303)
    const second = await note('La seconde')
    expect(second.status, 'status of the second note').toBe(409)
    expect(await second.text()).toMatch(/La seconde[\s\S]*<details[^>]* open[\s\S]*La première/)
  })

  it('a draft shows its state of the reply, and the version that it is based on, so that a later change is not overwritten', async () => {
    await post({
      action: 'brouillon',
      state: 'nouvelle',
      reponse: 'Oui.',
      etat: 'en cours',
      note: 'Ma note',
      version: '0',
    })
    deskSite.sql('UPDATE leads SET version = 1 WHERE reference = ?', reference)
    const page = await (await deskSite.ask(`/bureau/${reference}`, { cookie })).text()
    expect(page).toMatch(/Ma note/)
    expect(page).toMatch(/name="version" value="0"/)
    expect(page).toMatch(/<option selected[^>]*>en cours</)
  })

  it('markup in any field is escaped on every page and injects no header', async () => {
    await deskSite.ask('/formulaires/contact', {
      body: {
        name: MARKUP,
        email: `lea${count}@exemple.fr`,
        subject: 'autre',
        message: `${MARKUP} https://evil.example`,
      },
    })
    reference = String(deskSite.site.rows('contact_messages').at(-1)?.reference)
    const typed = Object.fromEntries(Object.keys(FIELDS).map((name) => [name, MARKUP]))
    for (const action of ['brouillon', 'suivi', 'corriger', `desinscrire:${MARKUP}`, `modele:${MARKUP}`, MARKUP]) {
      const answer = await post({ action, ...typed, version: '0', derniere: '0' })
      expect(answer.status, action).toBeLessThan(500)
      expect(answer.headers.get('location') ?? '').not.toMatch(/[<>"]|Bcc/)
      expect((await answer.text()).replace(/="[^"]*"/g, '=""'), action).not.toMatch(/<script>alert|<img src=x/)
    }
    await post({ action: 'brouillon', reponse: MARKUP, note: MARKUP })
    await post({ action: 'repondre', reponse: MARKUP, etat: 'répondue', note: MARKUP })
    const written = () =>
      deskSite.mail.received.find(({ to, html }) => to.includes(`lea${count}@exemple.fr`) && html.includes('alert(1)'))
    deskSite.endUndo()
    await expect.poll(written, { message: 'the reply that contains markup' }).toBeDefined()
    expect(written()?.html).not.toMatch(/<script>alert|<img src=x/)
    expect(written()?.to).toEqual([`lea${count}@exemple.fr`])
    expect(written()?.headers).not.toHaveProperty('bcc')
    for (const path of [
      '/bureau',
      `/bureau/${reference}`,
      `/bureau?mots=${encodeURIComponent(MARKUP)}`,
      `/bureau/${reference}/effacer`,
    ]) {
      const html = (await (await deskSite.ask(path, { cookie })).text()).replace(/="[^"]*"/g, '=""')
      expect(html, path).not.toMatch(/<script>alert|<img src=x/)
      expect(html, path).not.toContain('href="https://evil.example')
    }
  })
})

it('the page of a lead that was refused stays the same page, which knows the draft that it saved', async () => {
  const body = { action: 'repondre', reponse: ' ', page: 'phone' }
  const refused = await deskSite.ask(`/bureau/${reference}`, { cookie, body })
  expect(await refused.text()).toContain('name="page" value="phone"')
})

it('the export of personal data is an attachment whose name contains no input', async () => {
  const answer = await deskSite.ask(`/bureau/${reference}/donnees`, { cookie })
  expect(answer.headers.get('content-disposition')).toMatch(
    new RegExp(`^attachment; filename="\\d{4}-\\d\\d-\\d\\d-donnees-${reference}\\.json"$`),
  )
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(await answer.json()).toMatchObject({ email: `lea${count}@exemple.fr`, submissions: [{ reference }] })
  expect((await deskSite.ask('/bureau/C-0000-0000/donnees', { cookie })).status, 'the data of an unknown lead').toBe(
    303,
  )
})

it('an erasure sends its notice first, and a call for help sends an e-mail', async () => {
  const mails = (subject: string) =>
    deskSite.mail.received.filter(({ headers }) => headers.subject?.replace(/\u00A0/g, ' ').startsWith(subject))
  const gone = await deskSite.ask(`/bureau/${reference}/effacer`, {
    cookie,
    body: { adresse: `lea${count}@exemple.fr`, prevenir: 'oui' },
  })
  expect(gone.headers.get('location')).toBe('/bureau?fait=effacee-prevenue')
  expect(mails('Vos données sont effacées')).toMatchObject([{ to: [`lea${count}@exemple.fr`] }])
  expect(lead(), 'the erased lead').toBeUndefined()
  const called = await deskSite.ask('/bureau/maison', { cookie, body: { action: 'prevenir' } })
  expect(called.headers.get('location')).toBe('/bureau/maison?fait=prevenue')
  expect(mails('À réparer')).toMatchObject([{ to: [STAFF] }])
  const backend = await (await deskSite.ask('/bureau/maison?fait=prevenue', { cookie })).text()
  expect(backend).toContain('faites-le suivre')
  expect(backend).not.toMatch(/hera backup|journalctl|npm run/)
})

describe('letter editor', () => {
  beforeAll(async () => {
    deskSite.sql('DELETE FROM letter_drafts')
    await deskSite.ask('/formulaires/newsletter', { body: { email: 'max@exemple.fr' } })
    deskSite.sql(CONFIRM)
  })
  const texte = 'Bonjour,\n\nLe nid d’abeille est **revenu**.\n\n[Me désinscrire]({{ desinscription }})'
  const letter = (action: string, more: Record<string, string> = {}) =>
    deskSite.ask('/bureau/lettres/nouvelle', {
      cookie,
      body: { action, liste: 'newsletter', objet: 'Le printemps', texte, ...more },
    })

  it('escapes the input of a letter with errors, and keeps its line breaks', async () => {
    const typed = { objet: `Prix ${MARKUP}`, texte: `Bonjour,\r\n\r\n{{ rien }}\r\n\r\n${MARKUP}` }
    const answer = await letter('verifier', typed)
    expect(answer.status, 'status of a check with errors').toBe(422)
    const html = await answer.text()
    expect(html).toContain('{{ rien }}\n\n&quot;&gt;&lt;script&gt;')
    expect(html.replace(/="[^"]*"/g, '=""')).not.toContain('<script>alert')
  })

  it('says of a scheduled letter that a change stops it', async () => {
    const [, draft = ''] = /\/apercu\/(\d+)/.exec(await (await letter('verifier')).text()) ?? []
    deskSite.sql("UPDATE letter_drafts SET sends_at = '2099-01-01T09:00:00.000Z' WHERE id = ?", draft)
    const page = await (await deskSite.ask(`/bureau/lettres/nouvelle?brouillon=${draft}`, { cookie })).text()
    expect(page).toContain('Si vous la changez, elle ne part plus')
  })

  it('says before the notice to the first person of the waiting list what happens to that one sign-up', async () => {
    for (const email of ['premiere@exemple.fr', 'seconde@exemple.fr'])
      await deskSite.ask('/formulaires/waitlist', { body: { email } })
    deskSite.sql("UPDATE waitlist_signups SET confirmed_at = '2026-01-01T09:00:00.000Z'")
    const page = await (await letter('relire', { liste: 'waitlist', premieres: '1' })).text()
    expect(page).toMatch(/Prévenir la première personne[^<]+son inscription s’efface ensuite/)
  })

  it('shows a sandboxed preview that only the desk may frame', async () => {
    const answer = await letter('verifier')
    expect(answer.status, 'status of the check').toBe(200)
    expect(answer.headers.get('content-security-policy')).toContain("frame-src 'self'")
    const html = await answer.text()
    expect(html).toContain('value="relire"')
    const [, src = ''] = /<iframe[^>]* src="([^"]+)"/.exec(html) ?? []
    expect(src).toMatch(/^\/bureau\/lettres\/apercu\/\d+\?v=\d+$/)
    const preview = await deskSite.ask(src, { cookie })
    expect(preview.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'self'",
    )
    expect(preview.headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect(preview.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(preview.headers.get('cache-control')).toBe('no-store')
    expect(await preview.text()).toContain('<strong>revenu</strong>')
    expect((await deskSite.ask(src)).status, 'the preview without a session').toBe(401)
  })

  it('redirects from an unknown letter to the list', async () => {
    for (const id of ['0', '999', 'x', '1e3']) {
      const answer = await deskSite.ask(`/bureau/lettres/${id}`, { cookie })
      expect([answer.status, answer.headers.get('location')], id).toEqual([303, '/bureau/lettres?fait=introuvable'])
    }
  })
})
