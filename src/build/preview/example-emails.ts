import type { Form } from '../../forms/form.ts'
import { answeredForms, type FormName, forms, lists } from '../../forms/index.ts'
import type { Lead } from '../../server/leads/leads.ts'
import type { Email } from '../../server/mail/mail.ts'
import type { Morning } from '../../server/mail/morning.ts'
import { createMessages, type FailingPart } from '../../server/mail/text/messages.ts'

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

const MORNING: Morning = {
  groups: [
    { title: 'À rembourser', leads: [due(forms.withdrawal, 'à rembourser au plus tard le 4 décembre')], more: 0 },
    { title: 'Rappels', leads: [due(forms.quote, ''), due(forms.contact, '')], more: 3 },
  ],
  unsent: 2,
  letters: [],
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
    ['bureau-matin', messages.morning(MORNING)],
    ['bureau-confiee', messages.handed(example(forms.quote), undefined, 'camille@hera.example')],
    ['reparation', messages.repair([{ ...FAILING[0], remedy: 'Faites de la place.' }], 'camille@hera.example')],
    ['effacement', messages.erased()],
    ['essai', messages.trial()],
  ])
}

function due(form: Form, words: string): Morning['groups'][number]['leads'][number] {
  return { lead: example(form), words }
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
    waiting_since: AT,
    outcome: null,
    assigned_to: null,
    suspended_at: null,
    remind_on: null,
  }
}
