import { describe, expect, it } from 'vitest'
import { isPublicAddress, webhookUrlProblem } from '../../../schema/shared/public-address.ts'

const PRIVATE = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '203.0.113.9',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:10.0.0.1',
  '::ffff:7f00:1',
  '64:ff9b::7f00:1',
  'fc00::1',
  'fd12::1',
  'fe80::1',
  'ff02::1',
  '2001:db8::1',
  '2001::1',
  '2002:7f00:1::',
  '3fff::1',
]
const PUBLIC = ['1.1.1.1', '93.184.215.14', '100.63.0.1', '172.15.0.1', '172.32.0.1', '192.1.2.3', '2606:4700::1111']

describe('an IP address', () => {
  it.each(PRIVATE)('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false))
  it.each(PUBLIC)('%s is public', (address) => expect(isPublicAddress(address)).toBe(true))
  it.each(['', 'example.com', '1.2.3', '1.2.3.256', ':::', '1::2::3', '12345::'])('%s isn’t an IP address', (address) =>
    expect(isPublicAddress(address)).toBe(false),
  )
})

describe('the URL of a webhook', () => {
  it.each([
    'https://hooks.acme-tools.com/x',
    'https://1.1.1.1/',
    'https://[2606:4700::1111]/',
    'https://acme.com:443/',
  ])('%s is allowed', (url) => expect(webhookUrlProblem(url)).toBeNull())

  it.each([
    'http://hooks.acme-tools.com',
    'ftp://acme.com',
    'javascript:alert(1)',
    'nothing',
    '',
    'https://user:secret@acme.com',
    'https://acme.com:8080',
    'https://localhost',
    'https://app.localhost',
    'https://db.internal',
    'https://printer.local',
    'https://intranet',
    'https://127.0.0.1',
    'https://2130706433',
    'https://0x7f.1',
    'https://[::1]',
    'https://[::ffff:127.0.0.1]',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.5./',
  ])('%s is refused', (url) => expect(webhookUrlProblem(url)).toMatch(/\S/))
})
