import { isIPv4, isIPv6, SocketAddress } from 'node:net'

const IPV6_GROUPS = 8
const BITS_PER_DIGIT = 4

/**
 * Returns the network of an IP address: an IPv4 address itself, also a mapped one, or the first bits of an IPv6 address;
 * any other text unchanged.
 * @param bits 64 is one connection, 56 and 48 are the most that a customer of a provider or a rented server has
 */
export function networkOf(address: string, bits: 64 | 56 | 48 = 64): string {
  // The shortest spelling, which writes the IPv4 address in ::ffff:c000:207 with dots.
  const short = isIPv6(address) ? new SocketAddress({ address, family: 'ipv6' }).address : address
  const plain = short.replace(/^::ffff:(?=\d+\.)/, '')
  return isIPv6(plain) ? `${digitsOf(plain).slice(0, bits / BITS_PER_DIGIT)}/${bits}` : plain
}

/** Returns the network that takes turns with others: the IPv4 /24 or the IPv6 /56. */
export function turnNetworkOf(address: string): string {
  const network = networkOf(address, 56)
  return isIPv4(network) ? `${network.split('.').slice(0, 3).join('.')}/24` : network
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
