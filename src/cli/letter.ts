import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LetterFinding } from '../copy/check-letter-text.ts'
import { formNamed, lists } from '../forms/index.ts'
import { readBuildManifest } from '../server/build-manifest.ts'
import { counted } from '../server/counted.ts'
import { isServed } from '../server/database/serving-lock.ts'
import { ExpectedError } from '../server/expected-error.ts'
import { letterFigures, letterState, noticeMeans } from '../server/mail/letters/describe-letter.ts'
import type { LetterFile, StoredDraft } from '../server/mail/letters/drafts.ts'
import { createLetters, type Letters } from '../server/mail/letters/letters.ts'
import { explainRefusal } from '../server/mail/refusal-words.ts'
import { instantInParis, momentInParis, shortTimeInParis } from '../server/paris-time.ts'
import type { Args, Command, Context } from './command.ts'
import { agrees, needEmail, needNumber, UsageError } from './command.ts'
import { queueOf } from './installation.ts'
import { watchLetter } from './letter-progress.ts'
import type { Terminal } from './terminal.ts'

/** Prefix of the number of a scheduled draft, because drafts and letters are numbered separately. */
const DRAFT = 'b'

const NEEDS_NUMBER = 'Une lettre se désigne par son numéro, par exemple 3.'

export const letter: Command = {
  summary: 'Écrit à la lettre d’information ou à la liste d’attente : vérifie, essaie, envoie, suit, arrête.',
  usage: `check | test | send FICHIER --to ${lists.map(({ name }) => name).join('|')}, ou list, show | stop <numéro>`,
  words: 2,
  help: `FICHIER est un texte Markdown qui commence par « objet: … » entre deux lignes « --- ». Il appelle les valeurs de la maison
({{ delai_fabrication }}), montre les images du site par leur nom (![Tapis plié](elegance)), ou une photo
posée à côté du fichier (![Notre stand à Lyon](lyon.jpg)). Apostrophes, tirets, espaces et lien de désinscription se
mettent seuls.

check compte les destinataires et montre le texte ; --html l’écrit comme il s’affichera. test l’envoie à une adresse.
send demande d’abord (--yes ne demande pas) et l’envoie à chaque adresse confirmée, une fois : le même texte ne part
jamais deux fois à la même liste. Le site l’envoie au rythme de MAIL_PER_HOUR ; --wait montre l’avancement, que l’on
peut quitter sans rien arrêter. stop arrête ce qui n’est pas parti ; --rest envoie le texte corrigé à qui la lettre
arrêtée n’a pas atteint.

--at l’envoie à un jour et une heure de Paris. D’ici là c’est un brouillon du bureau, que list montre sous son numéro
de brouillon, b2 ; stop b2 l’empêche de partir.

À waitlist part l’avis de disponibilité, et rien d’autre : --first 43 prévient les 43 premières personnes inscrites, les
autres restent. L’inscription de chacune s’efface une fois que son avis est remis.

  hera letter check printemps.md --to newsletter
  hera letter check printemps.md --to newsletter --html apercu.html
  hera letter test printemps.md --to newsletter --address moi@exemple.fr
  hera letter send printemps.md --to newsletter --wait
  hera letter send printemps.md --to newsletter --at 2026-12-01T09:00
  hera letter send corrige.md --to newsletter --rest 3
  hera letter send avis.md --to waitlist --first 43
  hera letter list
  hera letter show 3
  hera letter stop 3
  hera letter stop b2`,
  options: {
    to: { type: 'string' },
    address: { type: 'string' },
    html: { type: 'string' },
    first: { type: 'string' },
    at: { type: 'string' },
    rest: { type: 'string' },
    yes: { type: 'boolean' },
    wait: { type: 'boolean' },
  },
  async run(context, args) {
    const letters = openLetters(context)
    const [action, subject] = args.positionals
    if (action === 'check') return check(context, letters, args)
    if (action === 'test') return test(context, letters, args)
    if (action === 'send') return send(context, letters, args)
    if (action === 'list' && subject === undefined) return list(context, letters)
    if (action === 'show') return show(context, letters, args)
    if (action === 'stop') return stop(context, letters, args)
    throw new UsageError('Écrivez check, test, send, list, show ou stop.')
  },
}

function openLetters(context: Context): Letters {
  const { db, clock, objections, config, dist } = context
  return createLetters({
    db: db(),
    clock,
    objections: objections(),
    mail: config.mail,
    siteUrl: readBuildManifest(context.dist).siteUrl,
    client: fileURLToPath(new URL('client/', dist)),
  })
}

async function check({ terminal }: Context, letters: Letters, args: Args): Promise<number> {
  const draft = needDraft(letters, args)
  const checked = await letters.check(draft)
  const { findings, advice, subject, text, html, sentAs } = checked
  printText(terminal, { subject, text })
  writePreview(args, html)
  printFindings(terminal, args, findings)
  for (const { line, what, mend } of advice) terminal.note(`Conseil, ligne ${line} : ${what} ${mend}`)
  if (sentAs !== undefined) terminal.note(`Cette lettre est déjà partie à cette liste, sous le n° ${sentAs}.`)
  printRecipients(terminal, draft.list, checked)
  return findings.length > 0 ? 1 : 0
}

/** Prints how many people the letter would reach and, if it is the notice, what the notice does to their sign-up. */
function printRecipients(
  terminal: Terminal,
  list: string,
  { recipients, staying }: { recipients: number; staying: number },
  before = '',
): void {
  terminal.note(`${before}${counted(recipients, 'destinataire')}.`)
  if (recipients > 0 && formNamed(list)?.processing.endsWithLetter) terminal.note(noticeMeans(recipients, staying))
}

async function test({ terminal }: Context, letters: Letters, args: Args): Promise<number> {
  const address = needEmail(args.values.address as string | undefined)
  const trial = await letters.test(needDraft(letters, args), address)
  if (!trial) throw new ExpectedError('SMTP_URL n’est pas défini : aucun e-mail ne part.')
  for (const step of trial.passed) terminal.print(`✓ ${step}`)
  if (trial.failed) terminal.print(`✗ ${trial.failed}`)
  return trial.failed ? 1 : 0
}

async function send(context: Context, letters: Letters, args: Args): Promise<number | undefined> {
  const { terminal, config } = context
  const draft = needDraft(letters, args)
  const served = isServed(config.databasePath)
  if (!config.mail && !served) throw new ExpectedError('SMTP_URL n’est pas défini : aucun e-mail ne part.')
  const at = needHour(args, context.clock())
  const checked = await letters.check(draft)
  const { findings, recipients, subject, sentAs, planned } = checked
  if (findings.length > 0) {
    printFindings(terminal, args, findings)
    throw new ExpectedError('Rien n’est envoyé.')
  }
  if (sentAs === undefined && planned?.sendsAt) {
    const name = `${DRAFT}${planned.id}`
    terminal.note(
      `Cette lettre est déjà programmée, sous ${name}, pour le ${momentInParis(planned.sendsAt)} (heure de Paris) : rien n’est changé.`,
    )
    terminal.note(`Pour une autre heure ou pour l’envoyer maintenant : hera letter stop ${name}, puis de nouveau send.`)
    return undefined
  }
  if (sentAs === undefined) {
    printRecipients(terminal, draft.list, checked, `« ${subject} » : `)
    if (recipients === 0) throw new ExpectedError('Personne n’est inscrit et confirmé : rien n’est envoyé.')
    if (!args.values.yes && !(await agrees(terminal, 'Envoyer, sans retour ?')))
      throw new ExpectedError('Rien n’est envoyé.')
  }
  if (at && sentAs === undefined) {
    const id = await letters.keepForLater(draft, at)
    terminal.note(`La lettre partira le ${momentInParis(at)} (heure de Paris), si le site tourne.`)
    terminal.note(`Pour l’arrêter : hera letter stop ${DRAFT}${id}`)
    return undefined
  }
  const sending = await letters.send(draft)
  if (sending.done === 'refused' || sending.done === 'nobody') throw new ExpectedError('Rien n’est envoyé.')
  const { id } = sending
  if (sending.done === 'before')
    terminal.note(`Cette lettre est déjà partie à cette liste, sous le n° ${id} : rien de nouveau ne part.`)
  else if (served) terminal.note(`La lettre n° ${id} part. Pour l’arrêter : hera letter stop ${id}`)
  else terminal.note(`La lettre n° ${id} attend : le site ne tourne pas, elle partira à son démarrage.`)
  if (!args.values.wait || !served) return undefined
  const { lastMailingAt } = queueOf(context)
  return watchLetter(terminal, letters, id, (count) => Date.parse(lastMailingAt(count)) - context.clock().getTime())
}

function list({ terminal }: Context, letters: Letters): undefined {
  const all = letters.list()
  const planned = letters.drafts.all().filter(isPlanned)
  const shown = terminal.table(
    [
      'N°',
      'Départ',
      'Liste',
      'Objet',
      'État',
      'Destinataires',
      'Parties',
      'En attente',
      'Refusées',
      'Retirées',
      'Incertaines',
    ],
    [
      ...planned.map(({ id, list, subject, sendsAt }) => [
        ...[`${DRAFT}${id}`, sendsAt ? shortTimeInParis(sendsAt) : '', list, subject],
        ...[sendsAt ? 'programmée' : 'pas partie', ...Array(6).fill('')],
      ]),
      ...all.map((one) => [
        ...[String(one.id), shortTimeInParis(one.createdAt), one.list, one.subject, letterState(one, new Date())],
        ...[one.recipients, one.sent, one.waiting, one.failed, one.dropped, one.uncertain].map(String),
      ]),
    ],
  )
  for (const { id, problem } of planned) if (problem) terminal.note(`${DRAFT}${id} : ${problem}`)
  if (shown === 0) terminal.note('Aucune lettre n’est partie.')
}

/** True for a draft that is scheduled, or that was not sent at its scheduled time. */
function isPlanned({ sendsAt, problem }: StoredDraft): boolean {
  return sendsAt !== null || problem !== null
}

function show({ terminal }: Context, letters: Letters, args: Args): undefined {
  const one = letters.show(needNumber(args.positionals[1], NEEDS_NUMBER))
  if (!one) throw new ExpectedError(`Aucune lettre ne porte le n° ${args.positionals[1]}.`)
  const sent = `À ${one.list}, le ${momentInParis(one.createdAt)} (heure de Paris) ; ${letterState(one, new Date())}`
  const unreached = letters.unreached(one.id).map(({ email, reason }) => `${email} : ${explainRefusal(reason ?? '')}\n`)
  terminal.print(`${sent}\n${letterFigures(one)}\n${unreached.join('')}`)
  printText(terminal, one)
  writePreview(args, one.html)
}

function stop({ terminal }: Context, letters: Letters, args: Args): undefined {
  const [, draft] = /^b(\d{1,15})$/.exec(args.positionals[1] ?? '') ?? []
  if (draft) return stopDraft(terminal, letters, Number(draft))
  const id = needNumber(args.positionals[1], NEEDS_NUMBER)
  if (!letters.stop(id)) throw new ExpectedError(`La lettre n° ${id} n’est pas en cours d’envoi.`)
  const gone = counted(letters.show(id)?.sent ?? 0, 'est partie', 'sont parties')
  terminal.note(`La lettre n° ${id} est arrêtée : ${gone}, les autres ne partiront pas.`)
}

function stopDraft(terminal: Terminal, { drafts, sentFrom }: Letters, id: number): undefined {
  const sent = sentFrom(id)
  if (sent !== undefined) throw new ExpectedError(`La lettre ${DRAFT}${id} est déjà partie, sous le n° ${sent}.`)
  const draft = drafts.find(id)
  if (!draft || !isPlanned(draft)) throw new ExpectedError(`La lettre ${DRAFT}${id} n’est pas programmée.`)
  drafts.schedule(id, null)
  terminal.note(`La lettre ${DRAFT}${id} ne partira pas : elle reste en brouillon au bureau.`)
}

function needDraft(letters: Letters, { positionals: [, file], values }: Args): LetterFile {
  if (file === undefined) throw new UsageError('Indiquez le fichier de la lettre.')
  const list = String(values.to ?? '')
  if (!letters.lists.includes(list)) throw new UsageError(`--to attend une liste : ${letters.lists.join(' ou ')}.`)
  const text = readFileSync(resolve(file), 'utf8')
  const draft: LetterFile = { list, text, folder: dirname(file), firstReaders: null, restOf: null }
  if (values.first !== undefined) {
    if (!formNamed(list)?.processing.endsWithLetter)
      throw new UsageError(
        `--first ne vaut que pour l’avis de disponibilité : la lettre part à toute la liste ${list}.`,
      )
    draft.firstReaders = needNumber(values.first, '--first attend un nombre, par exemple 43.')
  }
  if (values.rest !== undefined) {
    draft.restOf = needNumber(values.rest, '--rest attend un nombre, par exemple 43.')
    const stopped = letters.show(draft.restOf)
    if (stopped?.state !== 'stopped' || stopped.list !== list)
      throw new UsageError(
        `--rest attend le numéro d’une lettre arrêtée de cette liste ; le n° ${draft.restOf} n’en est pas une.`,
      )
  }
  return draft
}

/** Returns the time of --at as UTC ISO 8601; undefined if it is not given. */
function needHour({ values }: Args, now: Date): string | undefined {
  if (values.at === undefined) return undefined
  const at = instantInParis(String(values.at))
  if (!at || at <= now.toISOString())
    throw new UsageError('--at attend un jour et une heure à venir, à Paris : 2026-12-01T09:00.')
  return at
}

/** Prints a letter with its subject in bold, which is the first line of its text. */
function printText({ print, strong }: Terminal, { subject, text }: { subject: string; text: string }): void {
  print(text.replace(subject, () => strong(subject)).trim())
}

function printFindings({ note }: Terminal, { positionals: [, file] }: Args, findings: LetterFinding[]): void {
  for (const { line, what, mend } of findings) note(`${file}:${line} : ${what} ${mend}`)
}

function writePreview({ values }: Args, html: string): void {
  if (typeof values.html === 'string') writeFileSync(values.html, html)
}
