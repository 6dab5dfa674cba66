import { beforeAll, describe, expect, it } from 'vitest'
import { readCertificates, type SigningCertificate } from '../../../../worker/integrations/saml/certificates.ts'
import { SamlRefused } from '../../../../worker/integrations/saml/refusals.ts'
import { readSamlResponse } from '../../../../worker/integrations/saml/response.ts'
import {
  issueAnswer,
  newProviderKey,
  type ProviderKey,
} from '../../../../worker/local/host/stand-ins/saml/identity-provider.ts'
import { assertion, conditions, confirmation, response, signed, type Written } from '../../../support/saml-answers.ts'

/** What an identity provider's answer has to be, with answers of samlp and with some that no provider sends. */

const ISSUER = 'https://idp.example/1'
const AUDIENCE = 'https://outlay.test/auth/saml/1'
const ACS = 'https://outlay.test/auth/saml/1/acs'
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

let now: number
let provider: ProviderKey
let stranger: ProviderKey
let certificates: SigningCertificate[]

const certificatesOf = ({ certificate }: ProviderKey): SigningCertificate[] => readCertificates(certificate) ?? []

beforeAll(async () => {
  now = Date.now()
  const [from, until] = [new Date(now - DAY), new Date(now + 100 * DAY)]
  provider = await newProviderKey(from, until)
  stranger = await newProviderKey(from, until)
  certificates = certificatesOf(provider)
})

interface Reading {
  requestId?: string | null
  at?: number
  by?: SigningCertificate[]
  audience?: string
  acsUrl?: string
}

const read = (
  xml: string,
  { requestId = null, at = now, by = certificates, audience = AUDIENCE, acsUrl = ACS }: Reading = {},
) =>
  readSamlResponse(
    Buffer.from(xml).toString('base64'),
    { entityId: ISSUER, certificates: by },
    { audience, acsUrl, requestId, now: at },
  )

const refusal = async (xml: string, reading: Reading = {}): Promise<string> => {
  const error = await read(xml, reading).then(
    ({ nameId }) => `taken as ${nameId}`,
    (it: unknown) => it,
  )
  if (!(error instanceof SamlRefused)) throw new Error(`Not a refusal: ${String(error)}`)
  return error.reason
}

const write = (written: Partial<Written> = {}): string => assertion({ issuedAt: now, ...written })
const posted = (written: Partial<Written> = {}): string => signed(response(write(written)), provider.key)

const ADA = {
  nameId: 'ada@brightwater.example',
  attributes: { department: 'Sales', groups: ['Buyers', 'Leads'], phone: '' },
}
const issued = (more: Partial<Parameters<typeof issueAnswer>[1]> = {}, by = provider) =>
  issueAnswer(by, { person: ADA, issuer: ISSUER, audience: AUDIENCE, acsUrl: ACS, ...more })

describe('answers that are taken', () => {
  it.each(['ASSERTION', 'BOTH'] as const)(
    'an answer is taken with everything it says where %s is signed',
    async (signs) => {
      const person = await read(await issued({ signs, inResponseTo: '_request' }), { requestId: '_request' })
      expect(person).toMatchObject({ nameId: 'ada@brightwater.example', sessionIndex: '_session' })
      expect([...person.attributes]).toEqual([
        ['department', ['Sales']],
        ['groups', ['Buyers', 'Leads']],
        ['phone', []],
      ])
    },
  )

  it('an answer is proven by any certificate while a provider changes its key', async () => {
    const both = [...certificatesOf(stranger), ...certificates]
    expect((await read(await issued(), { by: both })).nameId).toBe(ADA.nameId)
    expect((await read(await issued({}, stranger), { by: both })).nameId).toBe(ADA.nameId)
  })

  it('an attribute that comes as several of one name has the values of all', async () => {
    const twice = write({ attributes: { groups: ['Buyers'] } }).replace(
      '</saml:AttributeStatement>',
      '<saml:Attribute Name="groups"><saml:AttributeValue>Leads</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>',
    )
    const person = await read(signed(response(twice), provider.key))
    expect(person.attributes.get('groups')).toEqual(['Buyers', 'Leads'])
  })

  it('an assertion’s id is kept until its end, and two minutes for clocks that differ', async () => {
    const person = await read(posted({ lifeMs: 5 * MINUTE }))
    expect(person.assertionId).toMatch(/^_assertion\d+$/)
    expect(person.validUntil - now).toBe(7 * MINUTE)
  })

  it('an attribute may be called as something that every object has', async () => {
    const person = await read(posted({ attributes: { constructor: ['a'], __proto__2: ['b'] } }))
    expect(person.attributes.get('constructor')).toEqual(['a'])
  })
})

describe('an answer is refused', () => {
  it('without a signature, or with one of the response alone', async () => {
    expect(await refusal(await issued({ signs: 'NOTHING' }))).toBe('NOT_SIGNED')
    expect(await refusal(await issued({ signs: 'RESPONSE' }))).toBe('NOT_SIGNED')
    expect(await refusal(response(write()))).toBe('NOT_SIGNED')
  })

  it('signed by another key, also where the answer brings its certificate', async () => {
    expect(await refusal(await issued({}, stranger))).toBe('NOT_SIGNED')
  })

  it('signed with SHA-1', async () => {
    expect(await refusal(await issued({ signatureAlgorithm: 'rsa-sha1' }))).toBe('WEAK_SIGNATURE')
  })

  it('changed after it was signed', async () => {
    const xml = await issued()
    expect(await refusal(xml.replace('ada@brightwater', 'eve@brightwater'))).toBe('NOT_SIGNED')
    expect(await refusal(xml.replace('>Sales<', '>Board<'))).toBe('NOT_SIGNED')
  })

  it('with a second assertion beside, before or around the signed one', async () => {
    const true1 = signed(write(), provider.key)
    const false1 = write({ nameId: 'eve@brightwater.example' })
    expect(await refusal(response(true1 + false1))).toBe('NOT_SIGNED')
    expect(await refusal(response(false1 + true1))).toBe('NOT_SIGNED')
    expect(await refusal(response(false1.replace('<saml:Subject>', `${true1}<saml:Subject>`)))).toBe('NOT_SIGNED')
    const around = false1.replace('</saml:Assertion>', `<Extensions>${true1}</Extensions></saml:Assertion>`)
    expect(await refusal(response(around))).toBe('NOT_SIGNED')
    const sameId = false1.replace(/ID="[^"]+"/, /ID="[^"]+"/.exec(true1)?.[0] ?? '')
    expect(await refusal(response(`<Extensions>${true1}</Extensions>${sameId}`))).toBe('NOT_SIGNED')
  })

  it('with a document type, a comment, a processing instruction or a CDATA section, before anything reads it', async () => {
    const xml = posted()
    expect(await refusal(`<!DOCTYPE x>${xml}`)).toBe('NOT_XML')
    expect(await refusal(xml.replace('ada@', 'ada<!-- x -->@'))).toBe('NOT_XML')
    expect(await refusal(xml.replace('ada@', 'ada<?x?>@'))).toBe('NOT_XML')
    expect(await refusal(xml.replace('ada@', '<![CDATA[ada]]>@'))).toBe('NOT_XML')
  })

  it('where it isn’t base64, UTF-8 or XML, or is too long', async () => {
    const raw = (text: string) =>
      readSamlResponse(
        text,
        { entityId: ISSUER, certificates },
        { audience: AUDIENCE, acsUrl: ACS, requestId: null, now },
      )
    await expect(raw('%%%')).rejects.toMatchObject({ reason: 'NOT_XML' })
    await expect(raw('')).rejects.toMatchObject({ reason: 'NOT_SIGNED' })
    await expect(raw('/9j/4AAQSkZJRg==')).rejects.toMatchObject({ reason: 'NOT_XML' })
    await expect(raw('A'.repeat(500_001))).rejects.toMatchObject({ reason: 'TOO_LARGE' })
    expect(await refusal('hello')).toBe('NOT_SIGNED')
  })

  it('where it names another provider, although the right key signed it', async () => {
    expect(await refusal(posted({ issuer: 'https://idp.example/2' }))).toBe('OTHER_ISSUER')
  })

  it('for another application', async () => {
    expect(await refusal(posted({ audience: 'https://other.example' }))).toBe('OTHER_AUDIENCE')
    expect(await refusal(posted({ conditions: '' }))).toBe('NOT_XML')
    const none = conditions(AUDIENCE, now, now + MINUTE).replace(
      /<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/,
      '',
    )
    expect(await refusal(posted({ conditions: none }))).toBe('NOT_XML')
    // Every restriction has to hold.
    const two = conditions(AUDIENCE, now, now + MINUTE).replace(
      '</saml:Conditions>',
      '<saml:AudienceRestriction><saml:Audience>https://other.example</saml:Audience></saml:AudienceRestriction></saml:Conditions>',
    )
    expect(await refusal(posted({ conditions: two }))).toBe('OTHER_AUDIENCE')
  })

  it('for another address', async () => {
    expect(await refusal(posted({ acsUrl: 'https://outlay.test/auth/saml/2/acs' }))).toBe('OTHER_RECIPIENT')
    expect(await refusal(posted({ confirmations: '' }))).toBe('OTHER_RECIPIENT')
    const unnamed = confirmation(ACS, now + MINUTE).replace(/ Recipient="[^"]+"/, '')
    expect(await refusal(posted({ confirmations: unnamed }))).toBe('OTHER_RECIPIENT')
    const xml = signed(response(write(), { destination: 'https://other.example' }), provider.key)
    expect(await refusal(xml)).toBe('OTHER_RECIPIENT')
  })

  it('to another request, to none, or to one where there was none', async () => {
    const asked = { requestId: '_mine' }
    expect(await refusal(posted({ inResponseTo: '_theirs' }), asked)).toBe('OTHER_REQUEST')
    expect(await refusal(posted(), asked)).toBe('OTHER_REQUEST')
    expect(await refusal(posted({ inResponseTo: '_mine' }))).toBe('OTHER_REQUEST')
    const xml = signed(response(write({ inResponseTo: '_mine' }), { inResponseTo: '_theirs' }), provider.key)
    expect(await refusal(xml, asked)).toBe('OTHER_REQUEST')
  })

  it('before and after its time, but for two minutes', async () => {
    const xml = posted({ lifeMs: 5 * MINUTE })
    expect(await refusal(xml, { at: now - 2 * MINUTE - 1 })).toBe('NOT_YET')
    expect(await refusal(xml, { at: now + 7 * MINUTE })).toBe('TOO_LATE')
    expect((await read(xml, { at: now - 2 * MINUTE })).nameId).toBe(ADA.nameId)
    expect((await read(xml, { at: now + 7 * MINUTE - 1 })).nameId).toBe(ADA.nameId)
  })

  it('whose confirmation has ended or has no end, although its conditions still hold', async () => {
    const ended = confirmation(ACS, now - 3 * MINUTE)
    expect(await refusal(posted({ confirmations: ended }))).toBe('TOO_LATE')
    const endless = ended.replace(/ NotOnOrAfter="[^"]+"/, '')
    // The library gives up before our rule is asked.
    expect(await refusal(posted({ confirmations: endless }))).toBe('NOT_SIGNED')
  })

  it('where it would be valid for more than a day', async () => {
    expect(await refusal(posted({ lifeMs: DAY + MINUTE }))).toBe('TOO_LATE')
  })

  it('once the provider’s certificate has ended, or before it begins', async () => {
    const old = await newProviderKey(new Date(now - 2 * DAY), new Date(now - DAY))
    const young = await newProviderKey(new Date(now + DAY), new Date(now + 2 * DAY))
    expect(await refusal(await issued({}, old), { by: certificatesOf(old) })).toBe('CERTIFICATE_ENDED')
    expect(await refusal(await issued({}, young), { by: certificatesOf(young) })).toBe('CERTIFICATE_ENDED')
    expect(await refusal(await issued(), { by: [] })).toBe('CERTIFICATE_ENDED')
  })

  it('without a name', async () => {
    expect(await refusal(posted({ nameIdElement: '' }))).toBe('NO_NAME')
    expect(await refusal(posted({ nameIdElement: '<saml:NameID> </saml:NameID>' }))).toBe('NO_NAME')
  })

  it('where it is encrypted, because there is no key for that', async () => {
    const xml =
      '<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">x</saml:EncryptedAssertion>'
    expect(await refusal(response(xml))).toBe('ENCRYPTED')
  })

  it('with which the provider says that it failed', async () => {
    const xml = response('').replace(':Success"/>', ':Responder"/>')
    expect(await refusal(xml)).toBe('FAILED_THERE')
  })
})
