import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { typographic } from '../copy/markdown/typography.ts'
import { nearest } from '../copy/placeholders.ts'
import { wrongAddress } from '../server/build-manifest.ts'
import { DAY_MS } from '../server/clock.ts'
import { type MailConfig, SETTINGS, unknownSettings } from '../server/config.ts'
import { counted } from '../server/counted.ts'
import { withFileErrors } from '../server/database/database-error.ts'
import { findDamage, findProblems } from '../server/database/integrity.ts'
import { isServed } from '../server/database/serving-lock.ts'
import { ExpectedError } from '../server/expected-error.ts'
import { tryLogin } from '../server/mail/trial.ts'
import { type Diagnosis, fail, pass, SIGNS, warn, withRemedy } from '../server/operations/diagnosis.ts'
import { erasuresPath } from '../server/people/erasures.ts'
import { adoptNewKey, isOwnKey, keyPath } from '../server/people/keyed-hash.ts'
import { agrees, type Command, type Context } from './command.ts'
import { buildOf, stateOf } from './installation.ts'

/**
 * Age in days from which an old copy of the database is a warning: it may contain people erased since, and
 * /privacy promises that they are gone from every copy by then (facts.yaml, conservation_sauvegardes).
 */
const COPY_AGE_DAYS = 14
/** Permission bits of group and others. */
const OTHERS = 0o077

export const doctor: Command = {
  summary: 'Examine l’installation : base, droits, disque, horloge, e-mails, sauvegardes, mentions à compléter.',
  usage: '[--new-key]',
  words: 0,
  help: `✓ va bien, ! est bon à savoir, ✗ demande quelqu’un (le code de sortie est alors 1).
--new-key, quand la clé des empreintes est perdue pour de bon : la base adopte celle qui est là, et les oppositions notées,
que personne ne peut plus reconnaître, sont effacées. Notez de nouveau au bureau celles que vous connaissez.

  hera doctor
  hera doctor | grep -v ✓`,
  options: { 'new-key': { type: 'boolean' } },
  async run(context, { values }) {
    if (values['new-key']) return replaceKey(context)
    const served = checkServed(context.config.databasePath)
    const parts = stateOf(context).parts
    const diagnoses = [
      pass(`Node ${process.versions.node}.`),
      checkBuild(context),
      ...checkSettings(context),
      // The state that the running site shows too.
      ...parts.map((part) => ({ status: part.status, sentence: `${part.title} : ${withRemedy(part)}` })),
      ...(await checkMail(context.config.mail)),
      checkHeartbeat(context),
      ...checkFiles(context, served),
    ]
    for (const { status, sentence } of diagnoses) context.terminal.print(`${SIGNS[status]} ${typographic(sentence)}`)
    return diagnoses.some(({ status }) => status === 'fail') ? 1 : 0
  },
}

async function replaceKey({ terminal, db, hash }: Context): Promise<number> {
  if (isOwnKey(db(), hash())) throw new ExpectedError('La clé est déjà celle de la base.')
  const unchanged = 'Rien n’est changé.'
  if (!(await agrees(terminal, 'Effacer les oppositions que l’ancienne clé protège ?', unchanged)))
    throw new ExpectedError(unchanged)
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

/** Names the variables that are probably misspelt settings, but not their values, which may be secret. */
function checkSettings({ env }: Context): Diagnosis[] {
  return unknownSettings(env).map((name) => {
    const near = nearest(name, SETTINGS)
    return warn(`${name} n’est pas un réglage de Hera${near ? ` ; le plus proche est ${near}` : ''}.`)
  })
}

function checkHeartbeat({ config: { heartbeatUrl } }: Context): Diagnosis {
  if (heartbeatUrl) return pass('Un service extérieur attend le battement du site (HEARTBEAT_URL).')
  return warn('HEARTBEAT_URL n’est pas défini : quand la machine se tait, personne ne l’apprend.')
}

/** Connects to the mail server and logs in; sends nothing. */
async function checkMail(mail: MailConfig | undefined): Promise<Diagnosis[]> {
  if (!mail) return []
  const failed = await tryLogin(mail)
  return [failed ? fail(`E-mails, ${failed}`) : pass('Le serveur d’e-mail répond. Pour en envoyer un : hera mail test')]
}

function checkFiles(context: Context, served: readonly Diagnosis[]): Diagnosis[] {
  const path = context.config.databasePath
  if (!existsSync(path)) return []
  return [...checkRights(path), ...checkPages(context), ...served, ...checkCopies(path, context.clock())]
}

function checkRights(path: string): Diagnosis[] {
  return [path, `${path}-wal`, keyPath(path), erasuresPath(path)]
    .filter(existsSync)
    .filter((file) => statSync(file).mode & OTHERS)
    .map((file) => fail(`${file} est lisible par d’autres : chmod 600 ${file}`))
}

/** Checks every page of the database; returns nothing if it cannot be opened, which the state reports. */
function checkPages({ db, config: { databasePath: path } }: Context): Diagnosis[] {
  const look = () => {
    const problems = findProblems(db(), path)
    if (problems.length > 0) return problems.map((problem) => fail(problem))
    const damage = findDamage(db())
    if (damage.length > 0) return damage.map((each) => fail(`${path} : ${each}`))
    const size = (statSync(path).size / 1e6).toFixed(1).replace('.', ',')
    return [pass(`La base ${path} est saine (${size} Mo, WAL, synchronous=FULL).`)]
  }
  return withFileErrors(path, look, () => [])
}

/** Checks if the site runs: a warning if not, a failure if its lock cannot be opened; nothing without a database. */
function checkServed(path: string): Diagnosis[] {
  if (!existsSync(path)) return []
  const stopped =
    'Le site ne tourne pas. Pourquoi : journalctl -u hera ; pour le démarrer : systemctl start hera.socket hera'
  const look = () => [isServed(path) ? pass('Le site tourne.') : warn(stopped)]
  return withFileErrors(path, look, (sentence) => [fail(sentence)])
}

/** Finds old copies beside the database: made before a migration or a restore, or unfinished. */
function checkCopies(path: string, now: Date): Diagnosis[] {
  const name = basename(path)
  return readdirSync(dirname(path))
    .filter((file) => [`${name}.v`, `${name}.avant-`, `${name}.part`].some((start) => file.startsWith(start)))
    .filter((file) => !/-(wal|shm)$/.test(file))
    .map((file) => join(dirname(path), file))
    .filter((file) => now.getTime() - statSync(file).mtimeMs > COPY_AGE_DAYS * DAY_MS)
    .map((file) =>
      warn(`${file} a plus de ${COPY_AGE_DAYS} jours et peut contenir des personnes effacées : supprimez-le.`),
    )
}
