import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { relative, sep } from 'node:path'
import * as v from 'valibot'
import { forms } from '../forms/index.ts'
import { ExpectedError } from './expected-error.ts'

/** Settings from environment variables, all of them optional. */
export interface Config {
  host: string
  port: number
  databasePath: string
  /** Origin of the site, without a trailing slash; undefined if SITE_URL is not set. */
  siteUrl?: string
  /** Number of own proxies before the server that append to X-Forwarded-For. */
  trustedProxies: number
  mail?: MailConfig
  /** Mailbox that people answer to. Contains a password, so it must never be printed. */
  imapUrl?: string
  /** Secret URL of a monitoring service such as healthchecks.io, fetched every five minutes. */
  heartbeatUrl?: string
}

/** Settings of e-mail. */
export interface MailConfig {
  /** Contains a password, so it must never be printed. */
  smtpUrl: string
  from: string
  /** MAIL_TO: one or more addresses that receive the notices. */
  to: readonly string[]
  /** By form name: the addresses that replace `to` for this form. */
  toByForm: Readonly<Record<string, readonly string[]>>
  /** MAIL_OPERATOR: address of the operator, if it differs from `to`. */
  operator?: string
  /** Maximum number of messages of all kinds in any sixty minutes. */
  perHour: number
}

const DEFAULT_PORT = 4321
/** Default of DATABASE_PATH. */
export const DATABASE_PATH = 'db/hera.sqlite'
/** Default of MAIL_PER_HOUR. */
const MAIL_PER_HOUR = 300

/** Returns the address of «Nom <adresse>», or of an address alone. */
export function bareAddress(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim()
}

/** Returns the name of «Nom <adresse>»; of an address alone, what stands before its @. */
function nameIn(from: string): string {
  const [, name = ''] = /^\s*"?([^"<]*?)"?\s*<[^<>]+>\s*$/.exec(from) ?? []
  return name.trim() || (bareAddress(from).split('@')[0] ?? '')
}

/** Returns the people of MAIL_TO. */
export function colleaguesOf({ to }: Pick<MailConfig, 'to'>): { name: string; address: string }[] {
  return to.map((each) => ({ name: nameIn(each), address: bareAddress(each) }))
}

/** Returns the bare address that people answer to: the user of IMAP_URL if that is an address, else MAIL_FROM. */
export function houseAddress(from: string, imapUrl: string | undefined): string {
  const user = decodeURIComponent(imapUrl ? new URL(imapUrl).username : '')
  return ADDRESS.test(user) ? user : bareAddress(from)
}

/** Returns the bare addresses that receive the submissions of a form. */
export function recipientsOf({ to, toByForm }: Pick<MailConfig, 'to' | 'toByForm'>, form: string): readonly string[] {
  return (toByForm[form] ?? to).map(bareAddress)
}

const wholeNumber = (name: string, max: number, min = 0) => {
  const wanted = `${name} doit être un nombre entier de ${min} à ${max}.`
  return v.pipe(
    v.string(),
    v.regex(/^\d+$/, wanted),
    v.transform(Number),
    v.minValue(min, wanted),
    v.maxValue(max, wanted),
  )
}

const ADDRESS = /^[^\s@<>,]+@[^\s@<>,]+$|<[^\s@<>,]+@[^\s@<>,]+>$/
const address = (name: string) => v.pipe(v.string(), v.regex(ADDRESS, `${name} doit être une adresse e-mail.`))
const addresses = (name: string) =>
  v.pipe(
    v.string(),
    v.transform((list) => list.split(',').map((one) => one.trim())),
    v.everyItem(
      (one) => ADDRESS.test(one),
      `${name} doit être une adresse e-mail, ou plusieurs séparées par des virgules.`,
    ),
  )
/** Prefix of the variables that replace MAIL_TO for one form: MAIL_TO_CONTACT for «contact». */
const MAIL_TO_FORM = 'MAIL_TO_'
const toOfForms = Object.keys(forms).map(
  (form) => [form, `${MAIL_TO_FORM}${form.toUpperCase().replaceAll('-', '_')}`] as const,
)

const IMAP_FORM =
  'IMAP_URL doit avoir la forme imaps://utilisateur:mot-de-passe@serveur, sans rien après ; dans le nom et le mot de passe, un signe comme @ ou / s’écrit en code : %40, %2F.'
const SMTP_FORM =
  'SMTP_URL doit avoir la forme smtps://utilisateur:mot-de-passe@serveur ou smtp://serveur:port, sans rien après ; dans le nom et le mot de passe, un signe comme @ ou / s’écrit en code : %40, %2F.'

/** Folders whose files are served to everyone. */
const PUBLISHED: readonly (string | undefined)[] = ['dist', 'public']

const environment = v.object({
  HOST: v.optional(v.string(), '127.0.0.1'),
  PORT: v.optional(wholeNumber('PORT', 65_535), String(DEFAULT_PORT)),
  DATABASE_PATH: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^(?=.*\S)(?!["']).*[^/]$/,
        'DATABASE_PATH doit être le chemin d’un fichier, sans guillemets et sans / à la fin, par exemple /var/lib/hera/hera.sqlite.',
      ),
      v.check(
        (path) => !existsSync(`${path}/.`),
        'DATABASE_PATH doit être le chemin d’un fichier, et c’est celui d’un dossier : ajoutez-lui le nom de la base, par exemple /hera.sqlite.',
      ),
      v.check(
        (path) => !PUBLISHED.includes(relative('.', path).split(sep)[0]),
        'DATABASE_PATH doit mener hors de dist et de public : ces dossiers sont publiés, et chaque construction vide dist.',
      ),
    ),
    DATABASE_PATH,
  ),
  SITE_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(isOrigin, 'SITE_URL doit être l’adresse du site, sans chemin, par exemple https://www.exemple.fr.'),
      v.transform((value) => new URL(value).origin),
    ),
  ),
  TRUSTED_PROXIES: v.optional(wholeNumber('TRUSTED_PROXIES', 10), '0'),
  SMTP_URL: v.optional(
    v.pipe(
      v.string(),
      v.check((url) => isMailServer(url, /^smtps?:$/), SMTP_FORM),
    ),
  ),
  IMAP_URL: v.optional(
    v.pipe(
      v.string(),
      v.check((url) => isMailServer(url, /^imaps?:$/) && new URL(url).password !== '', IMAP_FORM),
    ),
  ),
  MAIL_FROM: v.optional(address('MAIL_FROM')),
  MAIL_TO: v.optional(addresses('MAIL_TO')),
  ...Object.fromEntries(toOfForms.map(([, name]) => [name, v.optional(addresses(name))])),
  MAIL_OPERATOR: v.optional(address('MAIL_OPERATOR')),
  MAIL_PER_HOUR: v.optional(wholeNumber('MAIL_PER_HOUR', 100_000, 1), String(MAIL_PER_HOUR)),
  HEARTBEAT_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(isHttpUrl, 'HEARTBEAT_URL doit être une adresse http:// ou https://, par exemple https://hc-ping.com/….'),
    ),
  ),
})
const SECRET: readonly unknown[] = ['SMTP_URL', 'IMAP_URL', 'HEARTBEAT_URL']

/** Reads the environment; an empty variable counts as absent. Throws ExpectedError with one line for the operator. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const result = v.safeParse(environment, present)
  if (!result.success) {
    const [{ message, path }] = result.issues
    const name = path?.[0]?.key
    throw new ExpectedError(SECRET.includes(name) ? message : `${message} Valeur reçue : « ${env[String(name)]} ».`)
  }
  const unknown = Object.keys(present).find(
    (name) => name.startsWith(MAIL_TO_FORM) && !toOfForms.some(([, known]) => known === name),
  )
  if (unknown)
    throw new ExpectedError(`${unknown} ne nomme aucun formulaire : ${toOfForms.map(([, name]) => name).join(', ')}.`)
  const { HOST, PORT, DATABASE_PATH, SITE_URL, TRUSTED_PROXIES, HEARTBEAT_URL, ...read } = result.output
  const { SMTP_URL: smtpUrl, MAIL_FROM: from, MAIL_TO: to, MAIL_OPERATOR: operator, MAIL_PER_HOUR: perHour } = read
  if (smtpUrl && !(from && to))
    throw new ExpectedError(`${from ? 'MAIL_TO' : 'MAIL_FROM'} manque : SMTP_URL demande aussi MAIL_FROM et MAIL_TO.`)
  const own: Readonly<Record<string, unknown>> = result.output
  const toByForm = Object.fromEntries(
    toOfForms.flatMap(([form, name]) => (Array.isArray(own[name]) ? [[form, own[name]]] : [])),
  )
  return {
    host: HOST,
    port: PORT,
    databasePath: DATABASE_PATH,
    siteUrl: SITE_URL,
    trustedProxies: TRUSTED_PROXIES,
    mail: smtpUrl && from && to ? { smtpUrl, from, to, toByForm, operator, perHour } : undefined,
    imapUrl: read.IMAP_URL,
    heartbeatUrl: HEARTBEAT_URL,
  }
}

/** Returns the origin that the build is made for: SITE_URL, or localhost. */
export function siteUrl(config: Config): string {
  return config.siteUrl ?? `http://localhost:${config.port}`
}

/** True for a site that anyone can reach; localhost, private addresses and the reserved names of RFC 2606 are not. */
export function isPublic(origin: string): boolean {
  const host = new URL(origin).hostname.replace(/[[\]]/g, '')
  if (isIP(host) === 4) return !/^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01]))\./.test(host)
  if (isIP(host) === 6) return !/^(::1?$|f[cd]|fe[89ab])/i.test(host)
  return host.includes('.') && !/\.(localhost|local|internal|example|test|invalid)$/.test(host)
}

/** True for the URL of a mail server: scheme, host, optional port, optional user name and password. */
function isMailServer(value: string, scheme: RegExp): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, username, password, hostname, port, pathname, search, hash } = new URL(value)
  try {
    decodeURIComponent(`${username}:${password}`)
  } catch {
    return false
  }
  return scheme.test(protocol) && hostname !== '' && port !== '0' && /^\/?$/.test(pathname) && !search && !hash
}

function isHttpUrl(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
}

function isOrigin(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, pathname, search, hash, username } = new URL(value)
  return /^https?:$/.test(protocol) && pathname === '/' && !search && !hash && !username
}
