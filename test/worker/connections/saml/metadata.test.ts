import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fetchMetadata } from '../../../../worker/integrations/saml/fetch-metadata.ts'
import { SAML_REFUSALS } from '../../../../worker/integrations/saml/refusals.ts'
import { TEST_METADATA } from '../../../support/saml-test-key.ts'

/** Metadata are read from an address that an admin entered: what this may reach, and how much it takes. */

const ADDRESS = 'https://sso.idp-of-some.com/metadata'

let addresses: string[][]
let answer: () => Response | Promise<Response>
let asked: string[]

beforeEach(() => {
  addresses = [['93.184.215.14'], ['93.184.215.14']]
  answer = () => new Response(TEST_METADATA)
  asked = []
  let lookups = 0
  vi.stubGlobal('fetch', async (input: URL | string) => {
    const url = new URL(String(input))
    if (url.hostname !== 'cloudflare-dns.com') {
      asked.push(url.href)
      return answer()
    }
    const isV4 = url.searchParams.get('type') === 'A'
    const found = isV4 ? (addresses[lookups++] ?? []) : []
    return Response.json({ Status: 0, Answer: found.map((data) => ({ type: 1, data })) })
  })
})
afterEach(() => vi.unstubAllGlobals())

const MEGABYTE = 1_000_000
const problem = (address = ADDRESS) =>
  fetchMetadata(address).then(
    () => 'read',
    (error: Error) => error.message,
  )

it('a provider’s metadata are read from its address', async () => {
  const read = await fetchMetadata(ADDRESS)
  expect([read.entityId, read.signOnUrl]).toEqual(['https://idp.example/1', 'https://sso.idp-of-some.com/sso'])
})

it.each([
  'http://sso.idp-of-some.com/metadata',
  'https://localhost/metadata',
  'https://10.0.0.1/metadata',
  'https://sso.idp-of-some.com:8443/metadata',
  'file:///metadata',
  'metadata',
])('nothing is asked at %s', async (address) => {
  expect(await problem(address)).not.toBe('read')
  expect(asked).toEqual([])
})

it('a name with a private address is not asked, and its answer is not read if it becomes private meanwhile', async () => {
  addresses = [['93.184.215.14', '10.0.0.1']]
  expect(await problem()).toContain('must be public')
  expect(asked).toEqual([])
  addresses = [[], ['93.184.215.14'], ['169.254.169.254']]
  expect(await problem()).toContain('must be public')
})

it('redirects are not followed', async () => {
  answer = () => new Response(null, { status: 302, headers: { Location: 'https://other.com/metadata' } })
  expect(await problem()).toBe('The identity provider answered 302 when asked for its metadata.')
  expect(asked).toEqual([ADDRESS])
})

it('an answer without an end is left after one megabyte', async () => {
  let sent = 0
  answer = () =>
    new Response(
      new ReadableStream({
        pull: (controller) => {
          sent += 100_000
          controller.enqueue(new Uint8Array(100_000).fill(32))
        },
      }),
    )
  expect(await problem()).toBe('The metadata are larger than one megabyte.')
  expect(sent).toBeLessThan(2 * MEGABYTE)
})

it('a provider that is down is asked again, and one that says no is not', async () => {
  const isFinal = () =>
    fetchMetadata(ADDRESS).then(
      () => 'read',
      (error: { isFinal: boolean }) => error.isFinal,
    )
  answer = () => new Response('', { status: 503 })
  expect(await isFinal()).toBe(false)
  addresses.push(['93.184.215.14'])
  answer = () => Promise.reject(new Error('broken'))
  expect(await isFinal()).toBe(false)
  addresses.push(['93.184.215.14'])
  answer = () => new Response('', { status: 404 })
  expect(await isFinal()).toBe(true)
})

it('each refusal tells the person what to do', () => {
  for (const sentence of Object.values(SAML_REFUSALS)) expect(sentence).toMatch(/^(Your|This|The) .*\.$/)
})
