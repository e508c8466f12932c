import { expect, it } from 'vitest'
import { networkOf, turnNetworkOf } from '../../src/server/networks.ts'

it.each([
  ['2001:0db8:12:3456::9', '20010db800123456/64'],
  ['1::2:3:4:5:6:7', '0001000000020003/64'],
  ['::1', '0000000000000000/64'],
  ['fe80::1%eth0', 'fe80000000000000/64'],
  ['192.0.2.7', '192.0.2.7'],
  ['::FFFF:192.0.2.7', '192.0.2.7'],
  ['0:0:0:0:0:ffff:c000:0207', '192.0.2.7'],
  ['inconnu', 'inconnu'],
])('the network of %s is %s', (address, network) => expect(networkOf(address)).toBe(network))

it('a customer is a /56 or /48 of IPv6, or a /24 of IPv4 among many messages', () => {
  expect(networkOf('2001:db8:12:3456:789a::1', 48)).toBe('20010db80012/48')
  expect(turnNetworkOf('2001:db8:12:3456:789a::1')).toBe('20010db8001234/56')
  expect(turnNetworkOf('192.0.2.7')).toBe('192.0.2/24')
})
