/** How a provider reads the part before the @: which variants of it reach one mailbox. */
interface Aliases {
  /** Hosts that are one service. */
  hosts: readonly string[]
  /** Signs that it does not read. */
  ignores?: RegExp
  /** What it takes for a tag, besides the plus of RFC 5233. */
  tag?: RegExp
  /** True where anything@user.host reaches user@host. */
  subdomains?: boolean
}

/** Of the providers' own documentation; what is not in the list is read as RFC 5233 has it. */
const PROVIDERS: readonly Aliases[] = [
  { hosts: ['gmail.com', 'googlemail.com'], ignores: /\./g },
  { hosts: ['proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me'], ignores: /[._-]/g },
  // A disposable address is the nickname, a dash and a keyword; a dash is allowed nowhere else.
  { hosts: ['yahoo.com', 'yahoo.fr', 'yahoo.co.uk', 'yahoo.de', 'yahoo.es', 'yahoo.it', 'ymail.com'], tag: /-.*$/ },
  { hosts: ['fastmail.com', 'fastmail.fm'], subdomains: true },
]

/**
 * The mailbox that an address leads to, so that variants of one address count as one: lower case, without `+tag`
 * (RFC 5233), and as its provider reads it. Only for counting; a message goes to the address as it was given.
 */
export function mailboxOf(email: string): string {
  const address = email.trim().toLowerCase()
  const at = address.lastIndexOf('@')
  const [person, host] = outOfSubdomain(address.slice(0, at), address.slice(at + 1))
  const provider = PROVIDERS.find(({ hosts }) => hosts.includes(host))
  // An address may begin with a plus, and is then nobody's tag.
  const untagged = person.replace(/(?<=.)\+.*$/, '')
  const plain = provider?.tag ? cut(untagged, provider.tag) : untagged
  return `${provider?.ignores ? cut(plain, provider.ignores) : plain}@${oneName(host, provider)}`
}

/** any@user.fastmail.com is user@fastmail.com. */
function outOfSubdomain(person: string, host: string): [string, string] {
  const service = PROVIDERS.flatMap(({ subdomains, hosts }) => (subdomains ? hosts : [])).find((each) =>
    host.endsWith(`.${each}`),
  )
  const user = service === undefined ? '' : host.slice(0, -service.length - 1)
  return service === undefined || user.includes('.') ? [person, host] : [user, service]
}

/** Without what the provider does not read; all of it where nothing else would be left. */
function cut(person: string, what: RegExp): string {
  return person.replace(what, '') || person
}

/** Services of several hosts whose mailboxes are the same on each: Gmail's and Proton's. */
function oneName(host: string, provider: Aliases | undefined): string {
  return provider?.ignores ? (provider.hosts[0] ?? host) : host
}
