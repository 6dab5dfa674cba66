import { describe, expect, it } from 'vitest'
import { networkOf } from '../../../worker/core/network.ts'

describe('the network of an address', () => {
  it.each([
    ['2001:db8:12:34:aaaa:bbbb:cccc:dddd', '2001:db8:12:34::/64'],
    ['2001:0db8:0012:0034::1', '2001:db8:12:34::/64'],
    ['2001:DB8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['2001:db8:12:35::1', '2001:db8:12:35::/64'],
  ])('%s is in %s, with all others of the connection', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  it.each(['203.0.113.9', 'local', 'system', ''])('"%s" is its own', (address) => {
    expect(networkOf(address)).toBe(address)
  })

  it('an IPv4 address in IPv6 notation is the same as without', () => {
    expect(networkOf('::ffff:203.0.113.9')).toBe('203.0.113.9')
  })
})
