import { expect, it } from 'vitest'
import { readCertificates } from '../../../../worker/integrations/saml/certificates.ts'
import { signOnAddress } from '../../../../worker/integrations/saml/request.ts'
import { readSamlResponse } from '../../../../worker/integrations/saml/response.ts'
import { assertion, response, signed } from '../../../support/saml-answers.ts'
import { SAML_TEST_KEY } from '../../../support/saml-test-key.ts'

/** What the unit tests of SAML show in Node holds in the Worker's own runtime, whose cryptography is another. */

const service = { audience: 'https://outlay.test/auth/saml/1', acsUrl: 'https://outlay.test/auth/saml/1/acs' }
const provider = () => ({
  entityId: 'https://idp.example/1',
  certificates: readCertificates(SAML_TEST_KEY.certificate) ?? [],
})
const read = (xml: string, now: number) => readSamlResponse(btoa(xml), provider(), { ...service, requestId: null, now })

it('takes a signed answer, with the dates of its certificate', async () => {
  const now = Date.now()
  const person = await read(signed(response(assertion({ issuedAt: now })), SAML_TEST_KEY.key), now)
  expect(person.nameId).toBe('ada@brightwater.example')
  expect(provider().certificates.map(({ validUntil }) => new Date(validUntil).toISOString())).toEqual([
    SAML_TEST_KEY.validUntil,
  ])
})

it('refuses one that was changed, and one without a signature', async () => {
  const now = Date.now()
  const xml = signed(response(assertion({ issuedAt: now })), SAML_TEST_KEY.key)
  await expect(read(xml.replace('ada@', 'eve@'), now)).rejects.toMatchObject({ reason: 'NOT_SIGNED' })
  await expect(read(response(assertion({ issuedAt: now })), now)).rejects.toMatchObject({ reason: 'NOT_SIGNED' })
})

it('writes a request that names us', async () => {
  const address = await signOnAddress(
    { issuer: service.audience, acsUrl: service.acsUrl },
    { signOnUrl: 'https://idp.example/sso?app=1', requestId: '_q1', relayState: 'state' },
  )
  const url = new URL(address)
  expect([url.searchParams.get('app'), url.searchParams.get('RelayState')]).toEqual(['1', 'state'])
  const packed = Uint8Array.from(atob(url.searchParams.get('SAMLRequest') ?? ''), (it) => it.charCodeAt(0))
  const inflated = new Response(packed).body?.pipeThrough(new DecompressionStream('deflate-raw'))
  const xml = await new Response(inflated).text()
  expect(xml).toContain('ID="_q1"')
  expect(xml).toContain('AssertionConsumerServiceURL="https://outlay.test/auth/saml/1/acs"')
})
