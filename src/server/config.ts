import { isIP } from 'node:net'
import * as v from 'valibot'

/** What the environment sets; every variable is optional. */
export interface Config {
  host: string
  port: number
  databasePath: string
  /** Origin of the site, without a slash at the end; undefined when the environment does not say. */
  siteUrl?: string
  /** How many proxies of one's own stand before the server and add to X-Forwarded-For. */
  trustedProxies: number
  mail?: { smtpUrl: string; from: string; to: string }
}

const DEFAULT_PORT = 4321

/** A value of the environment that the server cannot start with; the message names the variable. */
export class ConfigError extends Error {}

const wholeNumber = (name: string, max: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d+$/, `${name} doit être un nombre entier de 0 à ${max}.`),
    v.transform(Number),
    v.maxValue(max, `${name} doit être un nombre entier de 0 à ${max}.`),
  )

const address = (name: string) =>
  v.pipe(v.string(), v.regex(/^[^\s@]+@[^\s@]+$|<[^\s@]+@[^\s@]+>$/, `${name} doit être une adresse e-mail.`))

const environment = v.object({
  HOST: v.optional(v.string(), '127.0.0.1'),
  PORT: v.optional(wholeNumber('PORT', 65_535), String(DEFAULT_PORT)),
  DATABASE_PATH: v.optional(v.string(), 'db/hera.sqlite'),
  SITE_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(isOrigin, 'SITE_URL doit être l’adresse du site, sans chemin, par exemple https://www.exemple.fr.'),
      v.transform((value) => new URL(value).origin),
    ),
  ),
  TRUSTED_PROXIES: v.optional(wholeNumber('TRUSTED_PROXIES', 10), '0'),
  SMTP_URL: v.optional(
    v.pipe(v.string(), v.regex(/^smtps?:\/\/\S+$/, 'SMTP_URL doit commencer par smtp:// ou smtps://.')),
  ),
  MAIL_FROM: v.optional(address('MAIL_FROM')),
  MAIL_TO: v.optional(address('MAIL_TO')),
})

/** Reads the environment; an empty variable counts as absent. Throws ConfigError with one line for the operator. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const result = v.safeParse(environment, present, { abortEarly: true })
  if (!result.success) {
    const [{ message, path }] = result.issues
    throw new ConfigError(`${message} Valeur reçue : « ${env[String(path?.[0]?.key)]} ».`)
  }
  const { HOST, PORT, DATABASE_PATH, SITE_URL, TRUSTED_PROXIES, SMTP_URL, MAIL_FROM, MAIL_TO } = result.output
  if (SMTP_URL && !(MAIL_FROM && MAIL_TO)) {
    throw new ConfigError(
      `${MAIL_FROM ? 'MAIL_TO' : 'MAIL_FROM'} manque : SMTP_URL demande aussi MAIL_FROM et MAIL_TO.`,
    )
  }
  return {
    host: HOST,
    port: PORT,
    databasePath: DATABASE_PATH,
    ...(SITE_URL && { siteUrl: SITE_URL }),
    trustedProxies: TRUSTED_PROXIES,
    ...(SMTP_URL && MAIL_FROM && MAIL_TO && { mail: { smtpUrl: SMTP_URL, from: MAIL_FROM, to: MAIL_TO } }),
  }
}

/** The origin that a build is made for. */
export function siteUrl(config: Config): string {
  return config.siteUrl ?? `http://localhost:${config.port}`
}

/** True for a site that anyone can reach; localhost, private addresses and the reserved names of RFC 2606 are not. */
export function isPublic(origin: string): boolean {
  const host = new URL(origin).hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) === 4) return !/^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01]))\./.test(host)
  if (isIP(host) === 6) return !/^(::1?$|f[cd]|fe[89ab])/i.test(host)
  return host.includes('.') && !/(^|\.)(localhost|local|internal|example|test|invalid)$/.test(host)
}

function isOrigin(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, pathname, search, hash, username } = new URL(value)
  return /^https?:$/.test(protocol) && pathname === '/' && !search && !hash && !username
}
