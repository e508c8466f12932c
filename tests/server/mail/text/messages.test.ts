import { beforeEach, describe, expect, it } from 'vitest'
import { readValues } from '../../../../src/copy/facts/read-values.ts'
import { promisesOf } from '../../../../src/server/leads/follow-up/deadline.ts'
import type { Lead } from '../../../../src/server/leads/leads.ts'
import { createEmails } from '../../../../src/server/mail/text/emails.ts'
import { createMessages } from '../../../../src/server/mail/text/messages.ts'
import { weekPoints } from '../../../../src/server/mail/text/week-points.ts'
import type { WeekFigures } from '../../../../src/server/mail/week-figures.ts'
import { plain } from '../../../plain.ts'
import { valid } from '../../../samples.ts'

const SITE = 'https://hera.example'
const now = new Date('2026-11-20T10:00:00.000Z')
let emails: ReturnType<typeof createEmails>
let messages: ReturnType<typeof createMessages>
beforeEach(() => {
  emails = createEmails(SITE)
  messages = createMessages(SITE, () => now)
})
const submission = (n: number, values: Record<string, string> = {}) =>
  ({
    ...valid.contact,
    message: `Demande ${n}.`,
    ...values,
    form: 'contact',
    reference: `C-${n}`,
    created_at: '2026-11-20T09:04:05.000Z',
    email: 'lea@exemple.fr',
    page: '/contact',
  }) as unknown as Lead
const many = (count: number) => Array.from({ length: count }, (_, n) => submission(n + 1))

describe('a notice to the owner', () => {
  it('contains the hour by which the reply is due, and no path of the site', () => {
    const { text } = messages.notice(submission(1))
    expect(text).not.toContain('/contact')
    expect(plain(text)).toMatch(/ à \d+ h/)
  })

  it('has a subject even if the form has no subject field', () => {
    const { subject } = messages.notice({ ...submission(1), form: 'partnership' })
    expect(subject).not.toContain('undefined')
  })

  it('of many submissions quotes thirty, links the next two hundred and counts the others', () => {
    const { subject, text, html } = messages.collectedNotice(many(300))
    expect(plain(subject)).toContain('300 demandes')
    expect(text.match(/Demande \d+\./g), 'submissions quoted with their answers').toHaveLength(30)
    expect(new Set(text.match(/\/bureau\/C-\d+/g)).size, 'submissions with a link').toBe(230)
    expect(plain(text)).toContain('Et 70 de plus, dans le bureau.')
    expect(plain(text)).toContain('\nMessage de contact, C-1, vendredi 20 novembre 2026 à 10 h 04\n> ')
    expect(html).toContain(`href="${SITE}/bureau/C-230"`)
    expect(text).toContain(`${SITE}/bureau\n`)
    expect(messages.collectedNotice(many(230)).text).not.toContain('de plus')
    expect(messages.collectedNotice(many(30)).text.match(/Demande \d+\./g), 'submissions quoted of 30').toHaveLength(30)
    expect(plain(messages.collectedNotice(many(1)).subject)).toContain('Une demande')
  })
})

it('the acknowledgement of a withdrawal contains no working link from its text', () => {
  const { text } = messages.withdrawals([
    { ...submission(1, { message: 'https://mal.example' }), form: 'withdrawal' as const },
  ])
  expect(text).toContain('https[:]//mal[.]example')
})

it('an alert contains the service, the host and the failed checks', () => {
  const failing = ['Un'].map((title) => ({ title, sentence: `Phrase ${title}.` }))
  const at = '2026-11-20T03:18:00.000Z'
  const { subject, text } = messages.alert(
    { failure: 'la sauvegarde a échoué', service: 'hera-sauvegarde.service' },
    'serveur-1',
    failing,
    at,
  )
  expect(plain(subject)).toBe('À regarder : la sauvegarde a échoué')
  expect(text).toContain('hera-sauvegarde.service')
  expect(text).toContain('serveur-1')
  expect(plain(text)).toContain('vendredi 20 novembre 2026 à 4 h 18, la sauvegarde a échoué.')
  expect(plain(text)).toContain('Un : à réparer\n> Phrase Un.')
})

describe('the weekly summary', () => {
  const PROMISES = promisesOf(readValues())
  const QUIET = {
    until: '2026-11-23T07:00:00.000Z',
    received: {},
    suspected: 0,
    waiting: [],
    reminders: [],
    refunds: { leads: [], count: 0 },
    urgent: [],
    unsent: { begun: [], emails: 0, letters: [] },
    lastBackup: undefined,
    visits: { visits: 0, visitsBefore: 0, since: undefined },
  }
  const points = (more: Partial<WeekFigures>) =>
    weekPoints({ ...QUIET, ...more }, PROMISES, ({ reference }) => reference).map(plain)

  it('omits counts that are zero', () => {
    expect(points({}), 'points of a week without news').toEqual([])
    expect(points({ lastBackup: '2026-11-23T02:19:00.000Z' })).toEqual([
      'Dernière sauvegarde : lundi 23 novembre 2026 à 3 h 19.',
    ])
  })

  it('counts the received submissions by form', () => {
    expect(points({ received: { contact: 1 } })[0]).toBe(
      '**1 envoi reçu** depuis lundi dernier. Message de contact : 1.',
    )
    expect(points({ received: { contact: 2, newsletter: 3 } })[0]).toBe(
      '**5 envois reçus** depuis lundi dernier. Message de contact : 2, Lettre d’information : 3.',
    )
  })

  it('counts the submissions without a reply, and the late ones: 48 hours, until Saturday at closing time', () => {
    const FRIDAY = '2026-11-20T07:00:00.000Z'
    expect(points({ waiting: [FRIDAY] })[0]).toBe(
      '**1 demande attend une réponse** ; la plus ancienne est du 20 novembre 2026.',
    )
    expect(points({ waiting: ['2026-11-19T15:00:00.000Z', FRIDAY] })[0]).toBe(
      '**2 demandes attendent une réponse**, dont 1 au-delà du délai promis ; la plus ancienne est du 19 novembre 2026.',
    )
    const LATE = '2026-11-19T15:00:00.000Z'
    expect(points({ waiting: [LATE] })[0]).toContain('une réponse**, au-delà du délai promis ;')
    expect(points({ waiting: [LATE, LATE] })[0]).toContain('une réponse**, toutes au-delà du délai promis ;')
  })

  it('counts suspected submissions and lists the reminders of the week', () => {
    const reminders = many(2).map((lead) => ({ ...lead, remind_on: '2026-11-25' }))
    expect(points({ suspected: 1, reminders }).slice(0, 2)).toEqual([
      '**1 envoi suspect** à regarder : libérez ou supprimez.',
      '**2 rappels** cette semaine : C-1 le 25 novembre, C-2 le 25 novembre.',
    ])
  })

  it('contains the number of visits once visits are counted', () => {
    const counted = (visits: number) => points({ visits: { visits, visitsBefore: 3, since: '2026-11-01' } })[0]
    expect(counted(12)).toBe('**12 visites** du site la semaine passée ; 3 la semaine d’avant.')
    expect(counted(0)).toBe('**Aucune visite** du site la semaine passée ; 3 la semaine d’avant.')
    const none = { visits: 4, visitsBefore: 0, since: '2026-11-01' }
    expect(points({ visits: none })[0]).toContain('; aucune la semaine d’avant.')
  })

  it('lists refunds apart, and urgent leads by name and deadline', () => {
    const waiting = { state: 'nouvelle', suspected_spam: 0 } as const
    const withdrawal = { ...submission(1), ...waiting, form: 'withdrawal', reference: 'D-1' } as Lead
    const late = { ...submission(2), ...waiting, created_at: '2026-11-10T09:00:00.000Z' } as Lead
    expect(points({ refunds: { leads: [withdrawal], count: 1 }, urgent: [late] }).slice(0, 3)).toEqual([
      '**1 rétractation à rembourser** :',
      'D-1 – Rétractation, à rembourser au plus tard le 4 décembre 2026',
      'C-2 – Message de contact, en retard : promis avant vendredi 13 novembre à 10 h',
    ])
    expect(points({ urgent: [late, late, late] })[0]).toBe('**D’abord ces trois** :')
  })

  it('lists what is not sent yet', () => {
    const unsent = {
      begun: many(2),
      emails: 1,
      letters: [{ subject: 'Le printemps', at: '2026-11-24T08:00:00.000Z' }],
    }
    expect(points({ unsent }).slice(0, 3)).toEqual([
      '**2 réponses commencées**, pas encore envoyées : C-1, C-2.',
      '**1 e-mail n’est pas parti** depuis plus d’une demi-heure.',
      '**1 lettre programmée** : « Le printemps », mardi 24 novembre 2026 à 9 h.',
    ])
  })

  it('links names to their leads, and renders no Markdown within a name', () => {
    const named = (name: string, n: number) =>
      ({ ...submission(n, { name }), state: 'nouvelle', suspected_spam: 0 }) as unknown as Lead
    const urgent = [named('Léa [ici](https://evil.example) **Martin**', 1), named('[]()', 2)]
    const { html, text } = messages.weekly({ ...QUIET, urgent }, [])
    expect(html).toContain(`href="${SITE}/bureau/C-1"`)
    expect(html).toContain('Léa ici')
    expect(html).not.toMatch(/href="https?:\/\/evil|<strong[^>]*>Martin/)
    expect(text).toContain(`C-2 <${SITE}/bureau/C-2>`)
  })

  it('has a subject with what waits', () => {
    const subject = (waiting: string[]) => plain(messages.weekly({ ...QUIET, waiting }, []).subject)
    expect(subject([])).toContain('rien n’attend')
    expect(subject([QUIET.until])).toContain('1 demande attend')
    const refunds = { leads: [], count: 2 }
    expect(plain(messages.weekly({ ...QUIET, refunds, waiting: [QUIET.until] }, []).subject)).toContain(
      '2 remboursements dus, 1 demande attend',
    )
  })
})

describe('the text of an e-mail', () => {
  it('is filled with facts and values and has absolute URLs', () => {
    const { text, html, pictures } = messages.withdrawals([{ ...submission(1), form: 'withdrawal' as const }])
    expect(text).toContain(`<${SITE}/returns>`)
    expect(html).toContain(`href="${SITE}/returns"`)
    expect(pictures, 'pictures if the text names none').toBeUndefined()
    expect(() => emails.set('inconnu', { values: {} })).toThrow('inconnu')
  })

  it('has the default picture if its file says so', () => {
    const { pictures, html, text } = messages.welcome({ ...submission(1), form: 'newsletter' as const }, `${SITE}/x`)
    expect(pictures).toMatchObject([{ name: 'bandeau' }])
    expect(html).toContain('src="cid:bandeau"')
    expect(text).toContain(`<${SITE}/x>`)
    // The button leads to a page; the unsubscribe link is below it.
    expect(text).toContain(`\n${SITE}/quilting\n`)
    expect(html.indexOf(`${SITE}/quilting`)).toBeLessThan(html.indexOf(`${SITE}/x`))
    const letter = emails.setWords('Sujet : oui', [{ kind: 'paragraph', text: 'Mot' }], false)
    expect(letter).toMatchObject({
      subject: 'Sujet\u00A0: oui',
      text: expect.stringMatching(/^Sujet\u00A0: oui\n\nMot\n\n-- \n/),
    })
    expect(letter).not.toHaveProperty('pictures')
    expect(emails.setWords('S', [], true).pictures).toMatchObject([{ name: 'bandeau' }])
  })

  it('has no button without a link', () => {
    const without = emails.set('demandes-reunies', { values: { nombre: 'Deux' }, blocks: { demandes: [] } })
    expect(without.html).not.toContain('class="button"')
    expect(without.text).not.toContain('https://')
  })
})
