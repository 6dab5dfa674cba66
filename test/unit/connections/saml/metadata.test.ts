import { beforeAll, describe, expect, it } from 'vitest'
import { endsSoon, readCertificates } from '../../../../worker/integrations/saml/certificates.ts'
import { readMetadata } from '../../../../worker/integrations/saml/metadata.ts'
import { serviceMetadata, signOnAddress } from '../../../../worker/integrations/saml/request.ts'
import { readSamlResponse } from '../../../../worker/integrations/saml/response.ts'
import { SAML_METADATA } from '../../../../worker/local/host/stand-ins/saml/address.ts'
import { metadataOf, newProviderKey } from '../../../../worker/local/host/stand-ins/saml/identity-provider.ts'
import { samlProvider } from '../../../../worker/local/host/stand-ins/saml/index.ts'

const DAY = 24 * 60 * 60 * 1000
const from = new Date('2026-01-01T00:00:00Z')
const until = new Date('2027-01-01T00:00:00Z')

let first: string
let second: string
beforeAll(async () => {
  first = (await newProviderKey(from, until)).certificate
  second = (await newProviderKey(from, new Date(until.getTime() + 100 * DAY))).certificate
})

const metadata = (certificates = [first]) =>
  metadataOf('https://idp.example/1', 'https://sso.idp-of-some.com/sso?app=1', certificates)

describe('metadata of an identity provider', () => {
  it('a provider’s metadata say who it is, where people sign in, and by which certificates until when', () => {
    const read = readMetadata(metadata([first, second]))
    expect(read).toMatchObject({
      entityId: 'https://idp.example/1',
      signOnUrl: 'https://sso.idp-of-some.com/sso?app=1',
    })
    expect(read.certificates.map(({ validUntil }) => new Date(validUntil).toISOString())).toEqual([
      '2027-01-01T00:00:00.000Z',
      '2027-04-11T00:00:00.000Z',
    ])
  })

  it('may be one of a list, list a certificate twice, and leave out what it is for', () => {
    const inside = metadata()
      .replace(/<\?xml[^>]*>/, '')
      .replace(' use="signing"', '')
    const twice = inside.replace(/<md:KeyDescriptor.*<\/md:KeyDescriptor>/, (key) => key + key)
    const list = `<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata">${twice}</md:EntitiesDescriptor>`
    expect(readMetadata(list).certificates).toHaveLength(1)
  })

  it.each<[string, () => string, string]>([
    ['a page', () => '<html><body>Sign in</body></html>', 'NOT_METADATA'],
    ['text in place of XML', () => 'sign in', 'NOT_METADATA'],
    ['nothing in them', () => '', 'NOT_METADATA'],
    ['a document type', () => `<!DOCTYPE x>${metadata().replace(/<\?xml[^>]*>/, '')}`, 'NOT_METADATA'],
    ['our own metadata', () => metadata().replaceAll('IDPSSODescriptor', 'SPSSODescriptor'), 'NOT_METADATA'],
    ['another protocol', () => metadata().replace('SAML:2.0:protocol', 'SAML:1.1:protocol'), 'NOT_METADATA'],
    ['five megabytes', () => metadata() + ' '.repeat(5_000_000), 'TOO_LARGE'],
    ['no redirects', () => metadata().replace('HTTP-Redirect', 'SOAP'), 'NO_REDIRECT'],
    ['keys for encryption only', () => metadata().replace('"signing"', '"encryption"'), 'NO_CERTIFICATE'],
    ['a broken certificate', () => metadata().replace('MII', 'XXX'), 'NO_CERTIFICATE'],
    ['a private sign-on address', () => metadata().replaceAll('sso.idp-of-some.com/sso', '10.0.0.1/sso'), 'NOT_PUBLIC'],
    [
      'an unsafe sign-on address',
      () => metadata().replaceAll('https://sso.idp-of-some.com/sso', 'http://sso.idp-of-some.com/sso'),
      'NOT_PUBLIC',
    ],
    [
      'a script as sign-on address',
      () => metadata().replaceAll('https://sso.idp-of-some.com/sso', 'javascript:alert(1)//'),
      'NOT_PUBLIC',
    ],
    [
      'several providers',
      () => {
        const inside = metadata().replace(/<\?xml[^>]*>/, '')
        return `<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata">${inside}${inside}</md:EntitiesDescriptor>`
      },
      'SEVERAL_PROVIDERS',
    ],
  ])('metadata with %s are refused', (_, text, reason) => {
    expect(() => readMetadata(text())).toThrow(expect.objectContaining({ code: 'INVALID', reason }))
  })
})

describe('certificates', () => {
  it('all certificates of one pasted text are read', () => {
    expect(readCertificates(`${first}\n${second}`)?.map(({ pem }) => pem)).toHaveLength(2)
    expect(readCertificates('not a certificate')).toBeNull()
    expect(readCertificates('')).toBeNull()
  })

  it('a warning comes thirty days before the last certificate ends', () => {
    const both = readCertificates(first + second) ?? []
    const one = readCertificates(first) ?? []
    const at = (text: string) => Date.parse(text)
    expect(endsSoon(one, at('2026-12-01T23:59:59Z'))).toBeNull()
    expect(endsSoon(one, at('2026-12-02T00:00:00Z'))).toBe(at('2027-01-01T00:00:00Z'))
    expect(endsSoon(one, at('2027-02-01T00:00:00Z'))).toBe(at('2027-01-01T00:00:00Z'))
    expect(endsSoon(both, at('2026-12-15T00:00:00Z'))).toBeNull()
    expect(endsSoon([], 0)).toBeNull()
  })
})

describe('a sign-in from our request to the provider’s answer', () => {
  const service = { issuer: 'https://outlay.test/auth/saml/1', acsUrl: 'https://outlay.test/auth/saml/1/acs' }
  const people = [{ nameId: 'maya@brightwater.example', attributes: { groups: ['Finance'] } }]
  const provider = samlProvider({ people, kept: null })
  const posts = async (address: string) => {
    const body = new URLSearchParams({ person: 'maya@brightwater.example' })
    return (await provider.answer(new Request(address, { method: 'POST', body }))).text()
  }
  const field = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''

  it('ends with the person who chose their name there, and with our relay state', async () => {
    const read = readMetadata(await (await provider.answer(new Request(SAML_METADATA))).text())
    const address = await signOnAddress(service, {
      ...{ signOnUrl: read.signOnUrl, requestId: '_q1', relayState: 'state-1' },
    })
    const html = await posts(address)
    expect(html).toContain('action="https://outlay.test/auth/saml/1/acs"')
    expect(field(html, 'RelayState')).toBe('state-1')
    const expected = { audience: service.issuer, acsUrl: service.acsUrl, requestId: '_q1', now: Date.now() }
    const person = await readSamlResponse(field(html, 'SAMLResponse'), read, expected)
    expect([person.nameId, person.attributes.get('groups')]).toEqual(['maya@brightwater.example', ['Finance']])
  })

  it('may begin at the provider', async () => {
    const read = readMetadata(await (await provider.answer(new Request(SAML_METADATA))).text())
    const query = new URLSearchParams({ acs: service.acsUrl, audience: service.issuer })
    const html = await posts(SAML_METADATA.replace('/metadata', `/start?${query}`))
    const expected = { audience: service.issuer, acsUrl: service.acsUrl, requestId: null, now: Date.now() }
    expect((await readSamlResponse(field(html, 'SAMLResponse'), read, expected)).nameId).toBe(
      'maya@brightwater.example',
    )
  })

  it('our own metadata describe where answers go', async () => {
    const xml = await serviceMetadata(service)
    expect(xml).toContain('entityID="https://outlay.test/auth/saml/1"')
    expect(xml).toContain('Location="https://outlay.test/auth/saml/1/acs"')
    expect(xml).toContain('WantAssertionsSigned="true"')
  })
})
