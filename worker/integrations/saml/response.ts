import type { SAML as NodeSaml } from '@node-saml/node-saml'
import { type Expected, judgeAssertion, type SamlPerson } from './assertion.ts'
import { type SigningCertificate, validCertificates } from './certificates.ts'
import { SamlRefused } from './refusals.ts'

/** Characters in base64. An answer with a thousand groups has about 200,000. */
const MOST_RESPONSE = 500_000
/** Never compared: our own rule does it, with our clock (assertion.ts). */
const NO_CLOCK = -1

interface SamlProvider {
  entityId: string
  certificates: readonly SigningCertificate[]
}

/**
 * Reads what an identity provider posts to the assertion consumer service: a response with one signed assertion that is for
 * us, for this request and for now. Throws SamlRefused. That an assertion is taken once is the caller's to keep, by
 * `assertionId` until `validUntil`.
 *
 * @param posted the form's SAMLResponse, base64
 */
export const readSamlResponse = async (
  posted: string,
  provider: SamlProvider,
  expected: Omit<Expected, 'entityId'>,
): Promise<SamlPerson> => {
  const xml = decoded(posted)
  refuseBefore(xml)
  const valid = validCertificates(provider.certificates, expected.now).map(({ pem }) => pem)
  if (valid.length === 0) throw new SamlRefused('CERTIFICATE_ENDED', 'No certificate of the provider is valid now')
  const saml = await readerOf(valid, expected)
  const result = await saml.validatePostResponseAsync({ SAMLResponse: posted }).catch((error: Error) => {
    throw /^SAML provider returned/.test(error.message)
      ? new SamlRefused('FAILED_THERE', error.message)
      : new SamlRefused('NOT_SIGNED', error.message)
  })
  const assertion: unknown = result.profile?.getAssertion?.()
  if (!assertion) throw new SamlRefused('NOT_SIGNED', 'The answer has no signed assertion')
  checkEnvelope(xml, expected)
  return judgeAssertion(assertion, { ...expected, entityId: provider.entityId })
}

const decoded = (posted: string): string => {
  if (posted.length > MOST_RESPONSE) throw new SamlRefused('TOO_LARGE', `${posted.length} characters`)
  try {
    const bytes = Uint8Array.from(atob(posted), (character) => character.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new SamlRefused('NOT_XML', 'The answer isn’t base64 of UTF-8')
  }
}

/** What no provider needs, and what readers understand in different ways, before any of them reads it. */
const refuseBefore = (xml: string): void => {
  if (/<!/.test(xml)) throw new SamlRefused('NOT_XML', 'The answer has a declaration, a comment or a CDATA section')
  if (/<\?(?!xml\s)/i.test(xml)) throw new SamlRefused('NOT_XML', 'The answer has a processing instruction')
  if (/<([\w-]+:)?EncryptedAssertion[\s>]/.test(xml)) throw new SamlRefused('ENCRYPTED', 'The assertion is encrypted')
  for (const [, method = ''] of xml.matchAll(
    /<(?:[\w-]+:)?(?:SignatureMethod|DigestMethod)\b[^>]*\bAlgorithm\s*=\s*["']([^"']*)/g,
  ))
    if (!/[#-](sha256|sha384|sha512)$/.test(method))
      throw new SamlRefused('WEAK_SIGNATURE', `The answer is signed with ${method}`)
}

/** The signature's proof is all that is asked of the library: its other checks depend on its own clock and memory. */
const readerOf = async (
  certificates: string[],
  { audience, acsUrl }: Omit<Expected, 'entityId'>,
): Promise<NodeSaml> => {
  // 190 KB that few requests need.
  const { SAML, ValidateInResponseTo } = await import('@node-saml/node-saml')
  return new SAML({
    idpCert: certificates,
    issuer: audience,
    callbackUrl: acsUrl,
    audience: false,
    wantAssertionsSigned: true,
    // Okta and Entra sign one of both by default.
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: NO_CLOCK,
    validateInResponseTo: ValidateInResponseTo.never,
  })
}

/** The response around the assertion needn't be signed, so it may only say what the assertion says too. */
const checkEnvelope = (xml: string, { acsUrl, requestId }: Omit<Expected, 'entityId'>): void => {
  const [start = ''] = /<(?:[\w-]+:)?Response\b[^>]*>/.exec(xml) ?? []
  const attribute = (name: string) => new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(start)?.[1]
  const destination = attribute('Destination')
  if (destination !== undefined && destination !== acsUrl)
    throw new SamlRefused('OTHER_RECIPIENT', `The destination is ${destination}`)
  const answered = attribute('InResponseTo')
  if (answered !== undefined && answered !== requestId)
    throw new SamlRefused('OTHER_REQUEST', `The answer is to ${answered}`)
}
