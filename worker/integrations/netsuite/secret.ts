import { z } from 'zod'
import { ProviderError } from '../../core/provider-error.ts'

/** What is kept of a connection, encrypted: a token of a user and role, or a certificate. */

const part = z.string().trim().min(1).max(200)

export const tokenSecret = z.object({
  kind: z.literal('TBA'),
  consumerKey: part,
  consumerSecret: part,
  tokenId: part,
  tokenSecret: part,
})
export type TokenSecret = z.infer<typeof tokenSecret>

export const certificateSecret = z.object({
  kind: z.literal('M2M'),
  clientId: part,
  certificateId: part,
  /** PKCS #8 in PEM: RSA or P-256. */
  privateKey: z.string().max(10_000),
})
export type CertificateSecret = z.infer<typeof certificateSecret>

export const netsuiteSecret = z.discriminatedUnion('kind', [tokenSecret, certificateSecret])
export type NetsuiteSecret = z.infer<typeof netsuiteSecret>

export const readSecret = (text: string): NetsuiteSecret => {
  try {
    return netsuiteSecret.parse(JSON.parse(text))
  } catch {
    // What was wrong with it would show parts of it.
    throw new ProviderError('The stored NetSuite credentials are not complete. Connect NetSuite again.', {
      isFinal: true,
      reason: 'RECONNECT',
    })
  }
}
