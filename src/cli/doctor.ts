import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { typographic } from '../copy/markdown/typography.ts'
import { wrongAddress } from '../server/build-manifest.ts'
import type { MailConfig } from '../server/config.ts'
import { counted } from '../server/counted.ts'
import { withFileErrors } from '../server/database/database-error.ts'
import { checkDatabaseFile } from '../server/database/integrity.ts'
import { isServed } from '../server/database/serving-lock.ts'
import { ExpectedError } from '../server/expected-error.ts'
import { tryLogin } from '../server/mail/direct-mail.ts'
import { type Diagnosis, fail, pass, warn } from '../server/operations/state/diagnosis.ts'
import { readState } from '../server/operations/state/read-state.ts'
import { erasuresPath } from '../server/people/erasures.ts'
import { adoptNewKey, isOwnKey, keyPath } from '../server/people/keyed-hash.ts'
import { agrees, buildOf, type Command, type Context } from './command.ts'

const SIGNS = { pass: '✓', warn: '!', fail: '✗' } as const
const RESTART = 'Redémarrez-le : systemctl restart hera, ou docker compose up -d --force-recreate site'
const NO_HEARTBEAT = warn('HEARTBEAT_URL n’est pas défini : quand la machine se tait, personne ne l’apprend.')
/** Timeout of a request to the running site, in milliseconds. */
const ANSWER_MS = 5000
/** Permission bits of group and others. */
const OTHERS = 0o077

export const doctor: Command = {
  summary: 'Examine l’installation : base, droits, disque, e-mails, sauvegardes.',
  usage: '[--new-key [--yes]]',
  words: 0,
  help: `✓ va bien, ! est bon à savoir, ✗ demande quelqu’un (le code de sortie est alors 1).
--new-key, quand la clé des empreintes est perdue pour de bon : la base adopte celle qui est là, et les oppositions notées,
que personne ne peut plus reconnaître, sont effacées. Notez de nouveau au bureau celles que vous connaissez.

  hera doctor
  hera doctor | grep -v ✓`,
  options: { 'new-key': { type: 'boolean' }, yes: { type: 'boolean' } },
  async run(context, { values }) {
    if (values['new-key']) return replaceKey(context, values.yes === true)
    // Read first: opening the database for the parts creates its lock file.
    const server = await checkServer(context)
    const diagnoses = [
      pass(`Node ${process.versions.node}.`),
      checkBuild(context),
      ...server,
      ...(context.config.heartbeatUrl ? [] : [NO_HEARTBEAT]),
      // What «La maison» shows at the desk too.
      ...checkState(context),
      ...(await checkMail(context.config.mail)),
      ...checkFiles(context),
    ]
    for (const { status, sentence, remedy } of diagnoses)
      context.terminal.print(`${SIGNS[status]} ${typographic([sentence, remedy].filter(Boolean).join(' '))}`)
    return diagnoses.some(({ status }) => status === 'fail') ? 1 : 0
  },
}

function checkState(context: Context): Diagnosis[] {
  const { db, config, clock } = context
  const { databasePath, mail, imapUrl } = config
  const [sendsEmail, readsMail] = [mail !== undefined, imapUrl !== undefined]
  const state = readState({ db, databasePath, sendsEmail, readsMail, now: clock() })
  return state.parts.map((part) => ({ ...part, sentence: `${part.title} : ${part.sentence}` }))
}

async function replaceKey({ terminal, db, hash }: Context, yes: boolean): Promise<number> {
  if (isOwnKey(db(), hash())) throw new ExpectedError('La clé est déjà celle de la base.')
  if (!yes && !(await agrees(terminal, 'Effacer les oppositions que l’ancienne clé protège ?')))
    throw new ExpectedError('Rien n’est changé.')
  const lost = counted(adoptNewKey(db(), hash()), 'empreinte d’opposition effacée', 'empreintes d’opposition effacées')
  terminal.note(`La base tient cette clé pour la sienne ; ${lost}.`)
  return 0
}

function checkBuild(context: Context): Diagnosis {
  const { siteUrl } = context.config
  const build = buildOf(context)
  if (!build) return fail('Le site n’est pas construit : lancez d’abord « npm run build ».')
  if (siteUrl && siteUrl !== build.siteUrl) return fail(wrongAddress(siteUrl, build.siteUrl))
  const commit = build.commit ? `, commit ${build.commit}` : ''
  return pass(`Site construit pour ${build.siteUrl}, le ${build.builtAt.slice(0, 10)}${commit}.`)
}

/**
 * Asks the running site which commit it has: that of its start. Nothing without a database; a failure if its lock
 * cannot be opened.
 */
async function checkServer(context: Context): Promise<Diagnosis[]> {
  const { config } = context
  if (!existsSync(config.databasePath)) return []
  const isRunning = withFileErrors<boolean | Diagnosis>(config.databasePath, () => isServed(config.databasePath), fail)
  if (typeof isRunning !== 'boolean') return [isRunning]
  if (!isRunning)
    return [warn('Le site ne tourne pas.', 'Son journal dit pourquoi : deploy/README.md, « Quand ça ne va pas ».')]
  const address = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${config.port}`
  const answer = await askHealth(address)
  if (!answer) return [fail(`Le site tourne, mais ne répond pas à ${address}.`, RESTART)]
  const commit = answer.commit ? `, commit ${answer.commit}` : ''
  if (answer.commit === buildOf(context)?.commit) return [pass(`Le site tourne${commit}.`)]
  return [warn(`Le site qui tourne est d’une autre construction${commit}.`, RESTART)]
}

/** Returns the answer of /api/health; undefined if there is none. */
async function askHealth(address: string): Promise<{ commit?: string } | undefined> {
  try {
    const response = await fetch(`${address}/api/health`, { signal: AbortSignal.timeout(ANSWER_MS) })
    return await response.json()
  } catch {
    return undefined
  }
}

/** Connects to the mail server and logs in; sends nothing. */
async function checkMail(mail: MailConfig | undefined): Promise<Diagnosis[]> {
  if (!mail) return []
  const failed = await tryLogin(mail)
  return [failed ? fail(`E-mails, ${failed}`) : pass('Le serveur d’e-mail répond. Pour en envoyer un : hera mail test')]
}

/** Checks every page and the permissions of the files; nothing without a database, as its part says. */
function checkFiles({ config: { databasePath: path } }: Context): Diagnosis[] {
  if (!existsSync(path)) return []
  const readable = [path, `${path}-wal`, keyPath(path), erasuresPath(path)]
    .filter((file) => (statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & OTHERS)
    .map((file) => fail(`${file} est lisible par d’autres.`, `chmod 600 ${file}`))
  const size = (statSync(path).size / 1e6).toFixed(1).replace('.', ',')
  const look = () => {
    // What can only be read answers and is sound too.
    accessSync(path, constants.R_OK | constants.W_OK)
    checkDatabaseFile(path)
    return pass(`La base ${path} est saine (${size} Mo).`)
  }
  return [...readable, withFileErrors<Diagnosis>(path, look, fail)]
}
