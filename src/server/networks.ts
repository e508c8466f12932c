import { isIPv4, isIPv6 } from 'node:net'

/** Widths of the IPv6 networks that count, in bits. */
const IPV6_LEVELS = [64, 56, 48] as const
const IPV6_GROUPS = 8
const BITS_PER_DIGIT = 4

/**
 * The networks that an IP address lies in, the narrowest first; none for what is no address. An IPv4 address counts as one
 * network, and so does an IPv6 /64, which one line has; the wider /56 and /48 are what a customer of a provider or a hired
 * server commands at most.
 */
export function networksOf(address: string): string[] {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIPv4(plain)) return [plain]
  if (!isIPv6(plain)) return []
  const digits = digitsOf(plain)
  return IPV6_LEVELS.map((bits) => `${digits.slice(0, bits / BITS_PER_DIGIT)}/${bits}`)
}

/** Width of an IPv6 network that takes turns with others, in bits: what a customer of a provider has. */
const TURN_BITS = 56

/** The network that takes turns with others: the /24 of an IPv4 address, the /56 of an IPv6 one; '' for what is no address. */
export function turnNetworkOf(address: string): string {
  const [narrowest = '', ...wider] = networksOf(address)
  if (isIPv4(narrowest)) return `${narrowest.split('.').slice(0, 3).join('.')}/24`
  return wider.find((network) => network.endsWith(`/${TURN_BITS}`)) ?? ''
}

/** The 32 hexadecimal digits of an IPv6 address, without its zone. */
function digitsOf(address: string): string {
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const groups = (part: string) => (part ? part.split(':') : [])
  const left = groups(head)
  const right = groups(tail ?? '')
  const zeros = Array(Math.max(0, IPV6_GROUPS - left.length - right.length)).fill('0')
  return [...left, ...zeros, ...right].map((group) => group.padStart(4, '0').toLowerCase()).join('')
}
