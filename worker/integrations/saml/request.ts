/** Our side of SAML 2.0: what is asked of an identity provider, and what admins enter there. */

interface ServiceAddresses {
  /** Our entity id, which is the audience of assertions. */
  issuer: string
  /** Where answers are posted: the assertion consumer service. */
  acsUrl: string
}

const readerOf = async ({ issuer, acsUrl }: ServiceAddresses, signOnUrl: string, requestId: string) => {
  const { SAML } = await import('@node-saml/node-saml')
  return new SAML({
    issuer,
    callbackUrl: acsUrl,
    entryPoint: signOnUrl,
    // Asked for, but not used to ask.
    idpCert: 'unused',
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    generateUniqueId: () => requestId,
  })
}

/**
 * The address to which a person is sent to sign in (HTTP-Redirect binding).
 * @param requestId begins with a letter or `_` (an XML id); the answer names it
 * @param relayState comes back with the answer, at most 80 bytes
 */
export const signOnAddress = async (
  service: ServiceAddresses,
  { signOnUrl, requestId, relayState }: { signOnUrl: string; requestId: string; relayState: string },
): Promise<string> => {
  const reader = await readerOf(service, signOnUrl, requestId)
  return reader.getAuthorizeUrlAsync(relayState, undefined, {})
}

/** Our own metadata, for providers that read them. */
export const serviceMetadata = async ({ issuer, acsUrl }: ServiceAddresses): Promise<string> => {
  const { generateServiceProviderMetadata } = await import('@node-saml/node-saml')
  return generateServiceProviderMetadata({
    issuer,
    callbackUrl: acsUrl,
    identifierFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
    wantAssertionsSigned: true,
  })
}
