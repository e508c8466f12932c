import { fillIn } from '../../../copy/words/plain-words.ts'
import { interfaceWords } from '../../../copy/words/words.ts'
import type { Form, Values } from '../../../forms/form.ts'
import { labelledAnswers } from '../../../forms/receipt.ts'
import { counted } from '../../counted.ts'
import { hourInParis, longTimeInParis, shortTimeInParis } from '../../paris-time.ts'
import type { State } from '../../state/read-state.ts'
import { answerBy, longestHours } from '../../submissions/answer-by.ts'
import type { WeekFigures } from '../week-figures.ts'
import { deskLink } from './desk-link.ts'
import type { Emails } from './emails.ts'
import type { Block, Letter } from './letter.ts'
import { quotedLines, withoutLinks } from './quote.ts'
import { weekPoints } from './week-points.ts'

/** A submission as it is stored. */
export interface Submission {
  form: Form
  row: Values & { reference: string; created_at: string; email: string; page: string | null }
}

const { recu } = interfaceWords

/** Submissions of which a collected notice shows the answers, and links, at most. */
const SHOWN_MAX = 30
const LINKED_MAX = 200
/** References that a subject names at most. */
const NAMED_MAX = 3

/** Every e-mail of the house, written from submissions. Only acknowledgeWithdrawals puts a visitor's words in one to a person. */
export function createMessages(emails: Emails, siteUrl: string) {
  const hours = longestHours(emails.facts.delai_reponse ?? '')
  const valuesOf = ({ form, row }: Submission) => ({
    reference: row.reference,
    recu_le: longTimeInParis(row.created_at),
    repondu_avant: hourInParis(answerBy(new Date(row.created_at), hours)),
    page: row.page ?? 'une page inconnue',
    // One of our own words: what a visitor types never enters a subject.
    objet: form.fields.subject?.options?.[String(row.subject)] ?? '',
  })
  const quote = ({ form, row }: Submission) => quotedLines(labelledAnswers(form, row))

  return {
    /** To the house: one submission with all its answers. */
    notice(submission: Submission): Letter {
      return emails.set(`demande-${submission.form.name}`, {
        values: valuesOf(submission),
        blocks: { reponses: [{ kind: 'quote', lines: quote(submission) }] },
        href: deskLink(siteUrl, submission.row.reference),
      })
    },

    /** To the house: many submissions; the first of them with their answers. */
    collectedNotice(submissions: readonly Submission[]): Letter {
      const shown = submissions.slice(0, SHOWN_MAX)
      const linked = submissions.slice(SHOWN_MAX, SHOWN_MAX + LINKED_MAX)
      const more = submissions.length - shown.length - linked.length
      const demandes: Block[] = shown.map((submission) => ({
        kind: 'quote',
        heading: heading(submission),
        lines: quote(submission),
        link: { label: 'Ouvrir dans le bureau', href: deskLink(siteUrl, submission.row.reference) },
      }))
      for (const submission of linked)
        demandes.push({
          kind: 'paragraph',
          text: `[${heading(submission)}](${deskLink(siteUrl, submission.row.reference)})`,
        })
      if (more > 0) demandes.push({ kind: 'paragraph', text: `Et ${more} de plus, dans le bureau.` })
      const nombre = submissions.length === 1 ? 'Une demande' : `${submissions.length} demandes`
      return emails.set('demandes-reunies', { values: { nombre }, blocks: { demandes }, href: deskLink(siteUrl) })
    },

    /** To the person: that it has arrived, under which reference, and when the answer comes. */
    acknowledgement: (submission: Submission): Letter =>
      emails.set(`accuse-${submission.form.name}`, { values: valuesOf(submission) }),

    /**
     * To the person who withdraws: each declaration with its date and hour (Code de la consommation L. 221-21). The
     * address is not proven, so the words are quoted and their links broken up.
     */
    withdrawals(submissions: readonly [Submission, ...Submission[]]): Letter {
      const declarations = submissions.map(
        ({ form, row }): Block => ({
          kind: 'quote',
          heading: fillIn(recu.declaration, {
            reference: row.reference,
            date: fillIn(recu.heure, { date: longTimeInParis(row.created_at) }),
          }),
          lines: quotedLines(withoutLinks(labelledAnswers(form, row))),
        }),
      )
      const references = submissions.map(({ row }) => row.reference)
      const named = references.slice(0, NAMED_MAX).join(', ')
      const others = references.length - NAMED_MAX
      const reference = others > 0 ? `${named} et ${others} de plus` : named
      return emails.set('accuse-withdrawal', {
        values: { ...valuesOf(submissions[0]), reference },
        blocks: { declarations },
      })
    },

    /** To whoever gave this address to a list: one link that leads to one button. */
    confirmation: (submission: Submission, href: string): Letter =>
      emails.set(`confirmation-${submission.form.name}`, { values: valuesOf(submission), href }),

    /** To a confirmed address: what it will receive, and how to end it. */
    welcome: (submission: Submission, href: string): Letter =>
      emails.set(`bienvenue-${submission.form.name}`, { values: valuesOf(submission), href }),

    /** To one address of the house: the link that signs in to the desk. */
    signIn: (href: string): Letter => emails.set('bureau-lien', { values: {}, href }),

    /** To the house, on the day that it chose: a submission that it wants to be reminded of, with its own note. */
    reminder(submission: Submission, note: string | null): Letter {
      const { form, row } = submission
      const lines = note ? note.split('\n') : ['(sans note)']
      return emails.set('bureau-rappel', {
        values: { ...valuesOf(submission), demande: emails.titleOf(`demande-${form.name}`) },
        blocks: { note: [{ kind: 'quote', lines }] },
        href: deskLink(siteUrl, row.reference),
      })
    },

    /** To the house, on Mondays: what the week brought, what waits, and what of the installation needs a person. */
    weekly(figures: WeekFigures, state: State): Letter {
      const sentences = weekPoints(figures, hours).map((text): Block => ({ kind: 'paragraph', text }))
      const points = [...sentences, ...failingParts(state)]
      const { length } = figures.waiting
      const nombre = length === 0 ? 'rien n’attend' : counted(length, 'demande attend', 'demandes attendent')
      return emails.set('bureau-semaine', { values: { nombre }, blocks: { points }, href: deskLink(siteUrl) })
    },

    /** To the house: that a service of the machine failed, and what needs a person. */
    alert(service: string, machine: string, state: State): Letter {
      const values = { service, machine, moment: longTimeInParis(state.at) }
      return emails.set('alerte', { values, blocks: { etat: failingParts(state) } })
    },

    /** To whoever the operator wants to try e-mail with. */
    trial: (): Letter => emails.set('essai', { values: {} }),
  }

  function heading({ form, row }: Submission): string {
    return `${emails.titleOf(`demande-${form.name}`)}, ${row.reference}, ${shortTimeInParis(row.created_at)}`
  }
}

/** The parts of the installation that need a person, quoted: their sentences may hold the words of a mail server. */
function failingParts({ parts }: State): Block[] {
  const failing = parts.filter(({ status }) => status === 'fail')
  return failing.map(({ title, sentence }) => ({ kind: 'quote', heading: `${title} : à réparer`, lines: [sentence] }))
}

export type Messages = ReturnType<typeof createMessages>
