import { ExpectedError } from '../../expected-error.ts'

/** Fills in the templates of deploy/ with names and addresses. */

/**
 * Sets variables in an environment file that systemd and the command `hera` read. Replaces the last line that
 * sets the variable, or else the commented-out line; other lines are kept. Throws ExpectedError if a value cannot be
 * quoted.
 */
export function fillEnvironment(text: string, values: Readonly<Record<string, string>>): string {
  return Object.entries(values).reduce((filled, [name, value]) => {
    const line = `${name}=${quoted(value)}`
    const lines = filled.split('\n')
    const last = lines.findLastIndex((each) => new RegExp(`^\\s*${name}[ \\t]*=`).test(each))
    const place = last < 0 ? lines.findIndex((each) => each.startsWith(`#${name}=`)) : last
    return place < 0 ? `${filled.trimEnd()}\n${line}\n` : lines.with(place, line).join('\n')
  }, text)
}

function quoted(value: string): string {
  if (/^[\w@:/.,%+=-]*$/.test(value)) return value
  if (!/['\n]/.test(value)) return `'${value}'`
  if (!/["\\\n]/.test(value)) return `"${value}"`
  throw new ExpectedError(`« ${value} » tient les deux sortes de guillemets : ôtez l’une des deux.`)
}

/** Builds SMTP_URL; escapes all special characters of the user name and password. */
export function smtpUrlOf(server: { host: string; port: string; user: string; password: string }): string {
  const code = (text: string) =>
    encodeURIComponent(text).replace(/['()*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  const login = server.user ? `${code(server.user)}:${code(server.password)}@` : ''
  return `${server.port === '465' ? 'smtps' : 'smtp'}://${login}${server.host}:${server.port}`
}

/** Fills in a proxy configuration for a host name; the same name with or without www. redirects to it. */
export function fillProxy(text: string, host: string, port: number): string {
  const other = otherName(host)
  return text
    .replaceAll('www.exemple.fr', '\0')
    .replaceAll('exemple.fr', other)
    .replaceAll('\0', host)
    .replaceAll('127.0.0.1:4321', `127.0.0.1:${port}`)
}

/** The host name with www. added or removed. */
export function otherName(host: string): string {
  return host.startsWith('www.') ? host.slice('www.'.length) : `www.${host}`
}
