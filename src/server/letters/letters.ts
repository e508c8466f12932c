import { hash } from 'node:crypto'
import type { Form } from '../../forms/form.ts'
import { formNamed, lists } from '../../forms/index.ts'
import type { Clock } from '../clock.ts'
import type { MailConfig } from '../config.ts'
import type { Database } from '../database/database.ts'
import { endSignUp } from '../leads/consent.ts'
import { type Audience, countRecipients } from '../leads/sign-ups.ts'
import type { Objections } from '../people/objections.ts'
import { bodyOf, createDrafts, isPhoto, toDraft } from './drafts.ts'
import { letterMail } from './letter-mail.ts'
import { withPictures } from './letter-preview.ts'
import {
  countLetters,
  findLetter,
  insertLetter,
  letterOfDraft,
  letterSummaries,
  lettersBefore,
  picturesOf,
  stopLetter,
  storedLetter,
  unreachedBy,
} from './letter-rows.ts'
import { mendLetter } from './mend-letter.ts'
import { describedPictures } from './site-pictures.ts'
import type { LetterDraft, LetterFinding, Letters } from './types.ts'

interface Surroundings {
  db: Database
  clock: Clock
  objections: Objections
  /** How e-mail goes; undefined where none is sent. */
  mail: MailConfig | undefined
  siteUrl: string
  /** Folder of the built site. */
  client: string
}

const OBJECTIONS_UNKNOWN: LetterFinding = {
  line: 1,
  what: 'La clé des empreintes n’est pas celle de la base : personne ne sait qui s’est opposé.',
  mend: 'Remettez la clé gardée avec une sauvegarde ; l’état de la maison le dit.',
}
/** Before the subject of a trial. */
const TRIAL = '[Essai] '

/** The verbs of letters, for the command and the desk. What they need to set a text is loaded at the first letter. */
export function createLetters({ db, clock, objections, mail, siteUrl, client }: Surroundings): Letters {
  const set = async (draft: LetterDraft) => {
    const letter = await (await import('./typeset.ts')).typesetLetter(draft, siteUrl, client)
    return objections.areKnown() ? letter : { ...letter, findings: [...letter.findings, OBJECTIONS_UNKNOWN] }
  }
  const drafts = createDrafts(db, clock)
  const summaryOf = (id = 0) => {
    const letter = storedLetter(db, id)
    if (!letter) throw new Error('A letter that was just stored is not there.')
    return letter
  }
  const audienceOf = ({ list, firstReaders = null, restOf = null }: LetterDraft): Audience => ({
    except: lettersBefore(db, listNamed(list), restOf),
    firstReaders,
  })
  /** The number of the same letter to the same readers. Each wave of a notice is one of its own. */
  const sentBefore = (draft: LetterDraft) => findLetter(db, draft.list, digestOf(draft))
  const digestOf = ({ list, text, firstReaders, restOf }: LetterDraft) =>
    digest(text, firstReaders ? `vague ${countLetters(db, list) + 1}` : restOf ? `suite de ${restOf}` : '')

  return {
    lists: lists.map(({ name }) => name),
    async check(draft) {
      const { list } = draft
      const { pictures, replyTo: _, source: __, ...letter } = await set(draft)
      const sentAs = sentBefore(draft)
      const audience = audienceOf(draft)
      const recipients = countRecipients(db, listNamed(list), objections, audience)
      const all = countRecipients(db, listNamed(list), objections, { ...audience, firstReaders: null })
      return {
        ...letter,
        list,
        html: withPictures(letter.html, pictures),
        recipients,
        staying: all - recipients,
        ...(sentAs !== undefined && { sentAs }),
      }
    },
    async test(draft, address) {
      if (!mail) return undefined
      const { pictures, replyTo, ...letter } = await set(draft)
      const { trySending } = await import('../messages/trial.ts')
      const written = letterMail(letter, pictures, { siteUrl, list: draft.list, replyTo })
      return trySending(mail, address, { ...written, subject: TRIAL + written.subject })
    },
    async send(draft) {
      const { list, firstReaders = null, restOf = null } = draft
      const form = listNamed(list)
      const before = sentBefore(draft)
      if (before !== undefined) return { done: 'before', letter: summaryOf(before) }
      const { findings, advice: _, replyTo: __, ...written } = await set(draft)
      if (findings.length > 0) return { done: 'refused', findings }
      const recipients = countRecipients(db, form, objections, audienceOf(draft))
      if (recipients === 0) return { done: 'nobody' }
      const digest = digestOf(draft)
      const letter = { ...written, list, digest, recipients, firstReaders, restOf, draft: draft.draft }
      const id = insertLetter(db, clock, letter)
      return { done: id === undefined ? 'before' : 'queued', letter: summaryOf(findLetter(db, list, digest)) }
    },
    list: () => letterSummaries(db),
    show(id) {
      const letter = storedLetter(db, id)
      return letter && { ...letter, html: withPictures(letter.html, picturesOf(db, id)) }
    },
    stop: (id) => stopLetter(db, clock, id),
    pictures: (id) => picturesOf(db, id),
    unreached: (id) => unreachedBy(db, id),
    takeOff(id, reference) {
      const form = formNamed(storedLetter(db, id)?.list ?? '')
      if (!form || !unreachedBy(db, id).some((one) => one.reference === reference)) return false
      db.transaction(() => endSignUp(db, form, reference, clock().toISOString())).immediate()
      return true
    },
    sentFrom: (draft) => letterOfDraft(db, draft),
    sitePictures: describedPictures,
    thumbnail: async (name) => (await import('./jpeg.ts')).thumbnailOf(name),
    async addPhoto(draft, bytes) {
      const { PhotoError, preparePhoto } = await import('./jpeg.ts')
      try {
        return { name: drafts.addPicture(draft, await preparePhoto(bytes)) }
      } catch (error) {
        if (error instanceof PhotoError) return { problem: error.message }
        throw error
      }
    },
    async keepForLater(draft, at) {
      const { list, firstReaders = null, restOf = null } = draft
      const { subject, source, pictures } = await set(draft)
      db.transaction(() => {
        const { id } = drafts.create({ list, subject, text: bodyOf(source), firstReaders, restOf }, null)
        for (const { name, jpeg } of pictures.filter(isPhoto)) drafts.keepPicture(id, name, jpeg)
        drafts.schedule(id, at)
      }).immediate()
    },
    drafts,
    async sendDue() {
      for (const due of drafts.due()) {
        const sending = await this.send(toDraft(due, drafts.pictures(due.id)))
        if (sending.done === 'before') drafts.remove(due.id)
        if (sending.done === 'nobody') drafts.hold(due.id, 'Personne n’était inscrit et confirmé : rien n’est parti.')
        if (sending.done === 'refused')
          drafts.hold(due.id, sending.findings.map(({ what, mend }) => `${what} ${mend}`).join(' '))
      }
    },
  }
}

/** The list of that name. Throws for any other form. */
function listNamed(name: string): Form {
  const form = lists.find((list) => list.name === name)
  if (!form) throw new Error(`No letter goes to ${name}.`)
  return form
}

/** Tells one text from another; what is mended in both makes no difference. @param part which readers it is for */
function digest(text: string, part: string): string {
  return hash('sha256', mendLetter(text).trim() + part, 'hex')
}
