/** Rules of a provider: which variants of the part before the @ belong to one mailbox. */
interface Aliases {
  /** Domains of the service. */
  hosts: readonly string[]
  /** Characters that the provider ignores. */
  ignores?: RegExp
  /** What the provider treats as a tag, besides the plus of RFC 5233. */
  tag?: RegExp
  /** True if anything@user.host is delivered to user@host. */
  subdomains?: boolean
}

/** From the documentation of the providers. Other domains follow RFC 5233. */
const PROVIDERS: readonly Aliases[] = [
  { hosts: ['gmail.com', 'googlemail.com'], ignores: /\./g },
  { hosts: ['proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me'], ignores: /[._-]/g },
  // A disposable Yahoo address is nickname, dash and keyword; other addresses cannot contain a dash.
  { hosts: ['yahoo.com', 'yahoo.fr', 'yahoo.co.uk', 'yahoo.de', 'yahoo.es', 'yahoo.it', 'ymail.com'], tag: /-.*$/ },
  { hosts: ['fastmail.com', 'fastmail.fm'], subdomains: true },
]

/**
 * Returns the mailbox of an address, so that variants of one address count as one: lower case, without `+tag` (RFC
 * 5233), with the rules of its provider. Only for counting; messages are sent to the address as entered.
 */
export function mailboxOf(email: string): string {
  const address = email.trim().toLowerCase()
  const at = address.lastIndexOf('@')
  const [person, host] = outOfSubdomain(address.slice(0, at), address.slice(at + 1))
  const provider = PROVIDERS.find(({ hosts }) => hosts.includes(host))
  // A leading plus is part of the name, not a tag.
  const untagged = person.replace(/(?<=.)\+.*$/, '')
  const plain = provider?.tag ? cut(untagged, provider.tag) : untagged
  return `${provider?.ignores ? cut(plain, provider.ignores) : plain}@${oneName(host, provider)}`
}

/** Turns any@user.fastmail.com into user@fastmail.com. */
function outOfSubdomain(person: string, host: string): [string, string] {
  const service = PROVIDERS.flatMap(({ subdomains, hosts }) => (subdomains ? hosts : [])).find((each) =>
    host.endsWith(`.${each}`),
  )
  const user = service === undefined ? '' : host.slice(0, -service.length - 1)
  return service === undefined || user.includes('.') ? [person, host] : [user, service]
}

/** Removes the matches, except if nothing would be left. */
function cut(person: string, what: RegExp): string {
  return person.replace(what, '') || person
}

/** Returns the first domain of a service whose domains share mailboxes (Gmail, Proton). */
function oneName(host: string, provider: Aliases | undefined): string {
  return provider?.ignores ? (provider.hosts[0] ?? host) : host
}
