/// <reference path="./samlp.d.ts" />
import 'reflect-metadata'
import { BasicConstraintsExtension, X509CertificateGenerator } from '@peculiar/x509'
import samlp from 'samlp'

/** An identity provider that signs as Okta and Entra do, made of samlp. */

export interface ProviderKey {
  /** PEM (PKCS #8). */
  key: string
  /** PEM. */
  certificate: string
}

export interface Person {
  nameId: string
  attributes: Record<string, string | string[]>
}

const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  publicExponent: new Uint8Array([1, 0, 1]),
  modulusLength: 2048,
}

const pem = (label: string, bytes: ArrayBuffer): string => {
  const body =
    Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return `-----BEGIN ${label}-----\n${body.join('\n')}\n-----END ${label}-----\n`
}

/** A new key with a certificate that it signs itself, as providers have them. */
export const newProviderKey = async (notBefore: Date, notAfter: Date): Promise<ProviderKey> => {
  const keys = await crypto.subtle.generateKey(RSA, true, ['sign', 'verify'])
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: 'CN=Brightwater sign-on',
    keys,
    notBefore,
    notAfter,
    signingAlgorithm: RSA,
    // Without one the library writes an empty list of extensions, which the Worker’s runtime doesn’t take.
    extensions: [new BasicConstraintsExtension(false)],
  })
  return {
    key: pem('PRIVATE KEY', await crypto.subtle.exportKey('pkcs8', keys.privateKey)),
    certificate: certificate.toString('pem'),
  }
}

interface Answer {
  person: Person
  /** The provider's entity id. */
  issuer: string
  /** The product's entity id. */
  audience: string
  acsUrl: string
  inResponseTo?: string | undefined
  lifetimeInSeconds?: number
  signs?: 'ASSERTION' | 'RESPONSE' | 'BOTH' | 'NOTHING'
  signatureAlgorithm?: 'rsa-sha256' | 'rsa-sha1'
}

/** The XML of an answer, as it is posted in base64. */
export const issueAnswer = (
  { key, certificate }: ProviderKey,
  {
    person,
    issuer,
    audience,
    acsUrl,
    inResponseTo,
    lifetimeInSeconds = 300,
    signs = 'ASSERTION',
    signatureAlgorithm,
  }: Answer,
): Promise<string> =>
  new Promise((resolve, reject) => {
    samlp.getSamlResponse(
      {
        key,
        cert: certificate,
        issuer,
        audience,
        recipient: acsUrl,
        destination: acsUrl,
        lifetimeInSeconds,
        ...(inResponseTo && { inResponseTo }),
        sessionIndex: '_session',
        signAssertion: signs === 'ASSERTION' || signs === 'BOTH',
        signResponse: signs === 'RESPONSE' || signs === 'BOTH',
        signatureAlgorithm: signatureAlgorithm ?? 'rsa-sha256',
        digestAlgorithm: 'sha256',
        profileMapper: () => ({
          getClaims: () => person.attributes,
          getNameIdentifier: () => ({
            nameIdentifier: person.nameId,
            nameIdentifierFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
          }),
        }),
      },
      {},
      (error, xml) => (xml ? resolve(xml) : reject(error ?? new Error('samlp made no answer'))),
    )
  })

/** Metadata with all certificates that the provider signs with, or soon will. */
export const metadataOf = (issuer: string, signOnUrl: string, certificates: string[]): string => {
  const keys = certificates.map((certificate) => {
    const body = certificate.replace(/-----[A-Z ]+-----|\s/g, '')
    return `<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${body}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${issuer}"><md:IDPSSODescriptor WantAuthnRequestsSigned="false" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${keys.join('')}<md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</md:NameIDFormat><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${signOnUrl}"/><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${signOnUrl}"/></md:IDPSSODescriptor></md:EntityDescriptor>`
}
