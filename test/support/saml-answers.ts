import { SignedXml } from 'xml-crypto'

/**
 * Answers of an identity provider, written by hand and signed by xml-crypto, so that each part can be another than
 * providers send.
 */

export interface Written {
  issuer?: string
  audience?: string
  acsUrl?: string
  inResponseTo?: string | null
  nameId?: string
  attributes?: Record<string, string[]>
  /** UTC milliseconds. */
  issuedAt: number
  /** Of conditions and confirmation, from `issuedAt`. */
  lifeMs?: number
  /** In place of the parts that are made of the above. */
  conditions?: string
  confirmations?: string
  nameIdElement?: string
}

const iso = (at: number): string => new Date(at).toISOString()
const replied = (id: string | null | undefined): string => (id ? ` InResponseTo="${id}"` : '')

export const confirmation = (acsUrl: string, until: number, inResponseTo: string | null = null): string =>
  `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${iso(until)}" Recipient="${acsUrl}"${replied(inResponseTo)}/></saml:SubjectConfirmation>`

export const conditions = (audience: string, from: number, until: number): string =>
  `<saml:Conditions NotBefore="${iso(from)}" NotOnOrAfter="${iso(until)}"><saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`

let made = 0

/** An assertion without a signature. */
export const assertion = ({
  issuer = 'https://idp.example/1',
  audience = 'https://outlay.test/auth/saml/1',
  acsUrl = 'https://outlay.test/auth/saml/1/acs',
  inResponseTo = null,
  nameId = 'ada@brightwater.example',
  attributes = {},
  issuedAt,
  lifeMs = 5 * 60_000,
  ...parts
}: Written): string => {
  made += 1
  const until = issuedAt + lifeMs
  const list = Object.entries(attributes).map(
    ([name, values]) =>
      `<saml:Attribute Name="${name}">${values.map((each) => `<saml:AttributeValue>${each}</saml:AttributeValue>`).join('')}</saml:Attribute>`,
  )
  return `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" Version="2.0" ID="_assertion${made}" IssueInstant="${iso(issuedAt)}"><saml:Issuer>${issuer}</saml:Issuer><saml:Subject>${parts.nameIdElement ?? `<saml:NameID>${nameId}</saml:NameID>`}${parts.confirmations ?? confirmation(acsUrl, until, inResponseTo)}</saml:Subject>${parts.conditions ?? conditions(audience, issuedAt, until)}<saml:AuthnStatement AuthnInstant="${iso(issuedAt)}"/>${list.length > 0 ? `<saml:AttributeStatement>${list.join('')}</saml:AttributeStatement>` : ''}</saml:Assertion>`
}

/** Signs the element of a name, wherever it stands. */
export const signed = (xml: string, key: string, element: 'Assertion' | 'Response' = 'Assertion'): string => {
  const signer = new SignedXml({
    privateKey: key,
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  })
  signer.addReference({
    xpath: `//*[local-name(.)='${element}']`,
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', 'http://www.w3.org/2001/10/xml-exc-c14n#'],
  })
  signer.computeSignature(xml, {
    location: { reference: `//*[local-name(.)='${element}']/*[local-name(.)='Issuer']`, action: 'after' },
  })
  return signer.getSignedXml()
}

/** A response around one or more assertions. */
export const response = (
  inner: string,
  { destination, inResponseTo }: { destination?: string; inResponseTo?: string } = {},
): string =>
  `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" Version="2.0" ID="_response" IssueInstant="2026-01-01T00:00:00Z"${destination ? ` Destination="${destination}"` : ''}${replied(inResponseTo)}><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>${inner}</samlp:Response>`
