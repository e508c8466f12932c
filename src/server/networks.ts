import { isIPv4, isIPv6, SocketAddress } from 'node:net'

/** Prefix lengths of the IPv6 networks that are counted. */
const IPV6_LEVELS = [64, 56, 48] as const
const IPV6_GROUPS = 8
const BITS_PER_DIGIT = 4

/**
 * Returns the networks that contain an IP address, the narrowest first; none for an invalid address. An IPv4 address
 * counts as one network. An IPv6 address counts in its /64, which is one connection, and in its /56 and /48, which are
 * the most that a customer of a provider or a rented server has.
 */
export function networksOf(address: string): string[] {
  // The shortest spelling, which writes the IPv4 address in ::ffff:c000:207 with dots.
  const short = isIPv6(address) ? new SocketAddress({ address, family: 'ipv6' }).address : address
  const plain = short.replace(/^::ffff:(?=\d+\.)/, '')
  if (isIPv4(plain)) return [plain]
  if (!isIPv6(plain)) return []
  const digits = digitsOf(plain)
  return IPV6_LEVELS.map((bits) => `${digits.slice(0, bits / BITS_PER_DIGIT)}/${bits}`)
}

/** Returns the network that takes turns with others: the IPv4 /24 or the IPv6 /56; '' for an invalid address. */
export function turnNetworkOf(address: string): string {
  const [narrowest = '', ofCustomer = ''] = networksOf(address)
  return isIPv4(narrowest) ? `${narrowest.split('.').slice(0, 3).join('.')}/24` : ofCustomer
}

/** Returns the 32 hexadecimal digits of an IPv6 address in its shortest spelling. */
function digitsOf(address: string): string {
  const [head = '', tail] = address.split('::')
  const groups = (part: string) => (part ? part.split(':') : [])
  const left = groups(head)
  const right = groups(tail ?? '')
  const zeros = Array(Math.max(0, IPV6_GROUPS - left.length - right.length)).fill('0')
  return [...left, ...zeros, ...right].map((group) => group.padStart(4, '0')).join('')
}
