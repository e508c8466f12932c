import { expect, it } from 'vitest'
import { networksOf } from '../../src/server/networks.ts'

it('networksOf returns the /64, /56 and /48 of an IPv6 address, or an IPv4 address, mapped or not', () => {
  expect(networksOf('2001:db8:12:3456:789a::1')).toEqual([
    '20010db800123456/64',
    '20010db8001234/56',
    '20010db80012/48',
  ])
  expect(networksOf('2001:0db8:12:3456::9')[0]).toBe('20010db800123456/64')
  expect(networksOf('1::2:3:4:5:6:7')[0]).toBe('0001000000020003/64')
  expect(networksOf('::1')[0]).toBe('0000000000000000/64')
  expect(networksOf('fe80::1%eth0')[0]).toBe('fe80000000000000/64')
  for (const mapped of ['::ffff:192.0.2.7', '::FFFF:192.0.2.7', '::ffff:c000:207', '0:0:0:0:0:ffff:c000:0207'])
    expect(networksOf(mapped), mapped).toEqual(['192.0.2.7'])
  expect(networksOf('192.0.2.7')).toEqual(['192.0.2.7'])
  expect(networksOf('inconnu')).toEqual([])
})
