import { type FormName, forms } from '../forms/index.ts'
import { createEmails } from '../server/mail/text/emails.ts'
import type { Letter } from '../server/mail/text/letter.ts'
import { createMessages, type Submission } from '../server/mail/text/messages.ts'
import type { WeekFigures } from '../server/mail/week-figures.ts'
import type { State } from '../server/state/read-state.ts'

/** An answer for each kind of field, so that a new field or form shows up in the preview without being added here. */
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

const WEEK: WeekFigures = {
  until: '2026-11-23T07:00:00.000Z',
  received: { contact: 4, partnership: 1, newsletter: 12 },
  suspected: 2,
  waiting: ['2026-11-18T09:04:05.000Z', '2026-11-22T16:30:00.000Z'],
  reminders: [{ reference: 'C-7K3M-9QX2', remindOn: '2026-11-25' }],
  lastBackup: '2026-11-23T02:19:00.000Z',
}

const EXAMPLE_STATE: State = {
  status: 'fail',
  at: '2026-11-20T03:18:00.000Z',
  parts: [{ name: 'disk', title: 'Disque', status: 'fail', sentence: '12 Mo libres sur le disque de la base.' }],
}

/**
 * Every e-mail of the house, filled with an example, by the name of its file in src/content/emails.
 * @param siteUrl origin of the site
 */
export function exampleEmails(siteUrl: string): Record<string, Letter> {
  const messages = createMessages(createEmails(siteUrl), siteUrl)
  const names = Object.keys(forms) as FormName[]
  const acknowledged = ['contact', 'partnership', 'ambassador'] as const
  const lists = ['waitlist', 'newsletter'] as const
  return Object.fromEntries([
    ...acknowledged.map((name) => [`accuse-${name}`, messages.acknowledgement(example(name))]),
    ['accuse-withdrawal', messages.withdrawals([example('withdrawal')])],
    ...lists.map((name) => [`confirmation-${name}`, messages.confirmation(example(name), `${siteUrl}/confirmation/x`)]),
    ...lists.map((name) => [`bienvenue-${name}`, messages.welcome(example(name), `${siteUrl}/desinscription/x`)]),
    ...names.map((name) => [`demande-${name}`, messages.notice(example(name))]),
    ['demandes-reunies', messages.collectedNotice(names.map(example))],
    ['bureau-lien', messages.signIn(`${siteUrl}/bureau/entrer/x`)],
    ['bureau-rappel', messages.reminder(example('contact'), 'Rappeler pour la teinte du passepoil.')],
    ['bureau-semaine', messages.weekly(WEEK, EXAMPLE_STATE)],
    ['alerte', messages.alert('hera-sauvegarde.service', 'serveur', EXAMPLE_STATE)],
    ['essai', messages.trial()],
  ])
}

function example(name: FormName): Submission {
  const form = forms[name]
  const answers = Object.entries(form.fields).map(([field, { kind, options }]) => [
    field,
    options ? Object.keys(options)[0] : (EXAMPLES[kind] ?? 'Exemple'),
  ])
  const row = { ...Object.fromEntries(answers), reference: `${form.prefix}-7K3M-9QX2`, page: form.page }
  return { form, row: { ...row, email: 'camille@exemple.fr', created_at: '2026-11-20T09:04:05.000Z' } }
}
