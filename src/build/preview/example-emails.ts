import type { Form } from '../../forms/form.ts'
import { answeredForms, type FormName, forms, lists } from '../../forms/index.ts'
import type { Lead } from '../../server/leads/leads.ts'
import type { DayFigures } from '../../server/mail/day-figures.ts'
import type { Email } from '../../server/mail/mail.ts'
import type { FailingPart } from '../../server/mail/text/email-parts.ts'
import { createMessages } from '../../server/mail/text/messages.ts'
import type { WeekFigures } from '../../server/mail/week-figures.ts'

/** Example answer for each kind of field, so that new fields and forms appear in the preview without a change here. */
const EXAMPLES: Readonly<Record<string, string | number>> = {
  text: 'Exemple',
  email: 'camille@exemple.fr',
  tel: '01 23 45 67 89',
  url: 'https://exemple.fr',
  date: '1998-04-02',
  integer: 12,
  checkbox: 1,
  textarea: 'Bonjour,\nun tapis pour Éole, mon cheval de dressage.\nMerci.',
}

/** When the examples are received and sent. */
const AT = '2026-11-20T09:04:05.000Z'

const WEEK: WeekFigures = {
  until: '2026-11-23T07:00:00.000Z',
  received: { contact: 4, partnership: 1, newsletter: 12 },
  suspected: 2,
  waiting: ['2026-11-18T09:04:05.000Z', '2026-11-22T16:30:00.000Z'],
  refunds: { leads: [example(forms.withdrawal)], count: 1 },
  urgent: [example(forms.partnership), example(forms.contact)],
  unsent: {
    begun: [example(forms.quote)],
    emails: 3,
    letters: [{ subject: 'Le nid d’abeille est revenu', at: '2026-11-24T08:00:00.000Z' }],
  },
  reminders: [{ ...example(forms.contact), remind_on: '2026-11-25' }],
  lastBackup: '2026-11-23T02:19:00.000Z',
  visits: { visits: 214, visitsBefore: 180, since: '2026-10-01' },
}

const FAILING: readonly [FailingPart] = [{ title: 'Disque', sentence: '12 Mo libres sur le disque de la base.' }]

/**
 * Returns every e-mail, filled with example data, by the name of its file in src/content/emails.
 * @param siteUrl origin of the site
 */
export function exampleEmails(siteUrl: string): Record<string, Email> {
  const messages = createMessages(siteUrl, () => new Date(AT))
  return Object.fromEntries([
    ...answeredForms.map((form) => [
      `accuse-${form.name}`,
      form.isWithdrawal ? messages.withdrawals([example(form)]) : messages.acknowledgement(example(form)),
    ]),
    ...lists.map((form) => [
      `confirmation-${form.name}`,
      messages.confirmation(example(form), `${siteUrl}/confirmation/x`),
    ]),
    ...lists.map((form) => [`bienvenue-${form.name}`, messages.welcome(example(form), `${siteUrl}/desinscription/x`)]),
    ...answeredForms.map((form) => [`demande-${form.name}`, messages.notice(example(form))]),
    ['demandes-reunies', messages.collectedNotice(answeredForms.map(example))],
    ['bureau-lien', messages.signIn(`${siteUrl}/bureau/entrer/x`)],
    ['bureau-rappel', messages.reminder({ ...example(forms.contact), note: 'Rappeler pour la broderie.' })],
    ['bureau-jour', messages.daily(DAY)],
    ['bureau-semaine', messages.weekly(WEEK, FAILING)],
    [
      'alerte',
      messages.alert(
        { failure: 'la sauvegarde a échoué', service: 'hera-sauvegarde.service' },
        'serveur',
        FAILING,
        '2026-11-20T03:18:00.000Z',
      ),
    ],
    ['reparation', messages.repair([{ ...FAILING[0], remedy: 'Faites de la place.' }], 'camille@hera.example')],
    ['effacement', messages.erased()],
    ['essai', messages.trial()],
  ])
}

/** Figures of a daily summary, with two suspected leads. */
const DAY: DayFigures = {
  firstDay: '2026-11-19',
  signUps: lists.map((form, n) => ({ title: form.deskTitle, count: 20 - 12 * n })),
  suspected: { count: 2, leads: [example(forms.contact), example(forms.partnership)] },
}

function example(form: Form): Lead {
  const answers = Object.entries(form.fields).map(([field, { kind, options }]) => [
    field,
    options ? (Object.keys(options)[0] ?? '') : (EXAMPLES[kind] ?? 'Exemple'),
  ])
  return {
    ...Object.fromEntries(answers),
    id: 1,
    reference: `${form.prefix}-7K3M-9QX2`,
    form: form.name as FormName,
    email: 'camille@exemple.fr',
    created_at: AT,
    page: form.page,
    submission_key: '',
    notice_version: '',
    suspected_spam: 0,
    keep_until: null,
    state: 'nouvelle',
    note: null,
    remind_on: null,
    reminded_at: null,
    version: 0,
  }
}
