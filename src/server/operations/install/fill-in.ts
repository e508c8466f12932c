/** The files of deploy/ with the names and addresses of one house in them. */

/**
 * Sets variables in a file that systemd and the command `hera` read, each in the place of the line that counts for them, the
 * last one, or else of the remark that speaks of it; what is not named stays. Throws an error with a French sentence for a
 * value that no quotation can hold.
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
  throw Object.assign(new Error(`« ${value} » tient les deux sortes de guillemets : ôtez l’une des deux.`), {
    code: 'EQUOTES',
  })
}

/** An address of a mail server for SMTP_URL, whatever signs the name and the password hold. */
export function smtpUrlOf(server: { host: string; port: string; user: string; password: string }): string {
  const code = (text: string) =>
    encodeURIComponent(text).replace(/['()*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  const login = server.user ? `${code(server.user)}:${code(server.password)}@` : ''
  return `${server.port === '465' ? 'smtps' : 'smtp'}://${login}${server.host}:${server.port}`
}

/** The file of a proxy, for a site at that name; the same name with or without www. leads to it. */
export function fillProxy(text: string, host: string, port: number): string {
  const other = otherName(host)
  return text
    .replaceAll('www.exemple.fr', '\0')
    .replaceAll('exemple.fr', other)
    .replaceAll('\0', host)
    .replaceAll('127.0.0.1:4321', `127.0.0.1:${port}`)
}

/** The name that leads to the site besides its own. */
export function otherName(host: string): string {
  return host.startsWith('www.') ? host.slice('www.'.length) : `www.${host}`
}
