import type { SignedMessage, Verdict } from '../../core/webhook-senders.ts'

/**
 * Webhooks signed like Svix does (https://docs.svix.com/receiving/verifying-payloads/how-manual): `svix-signature` lists
 * signatures like `v1,<base64>`, each an HMAC-SHA256 over `id.timestamp.body` with what follows `whsec_` in the secret.
 */

const MOST_SECONDS_APART = 5 * 60
const encoder = new TextEncoder()

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> | null => {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}

const keyOf = (secret: string): Promise<CryptoKey> => {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''))
  if (!bytes?.length) throw new Error('The signing secret of a webhook isn’t base64 after whsec_')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

/** Throws if the secret isn't one. */
export const verifySvix = async (secret: string, { header, body }: SignedMessage, now: number): Promise<Verdict> => {
  const [id, timestamp, listed] = ['svix-id', 'svix-timestamp', 'svix-signature'].map(header)
  if (!id || id.length > 200 || !timestamp || !/^\d{1,12}$/.test(timestamp) || !listed) return { refused: 'NOT_SIGNED' }
  const key = await keyOf(secret)
  const signed = encoder.encode(`${id}.${timestamp}.${body}`)
  // Two while a secret is being replaced.
  const signatures = listed.split(' ').slice(0, 10)
  const matches = await Promise.all(
    signatures.map((entry) => {
      const [version, signature = ''] = entry.split(',')
      const bytes = version === 'v1' ? bytesOf(signature) : null
      return bytes ? crypto.subtle.verify('HMAC', key, bytes, signed) : false
    }),
  )
  if (!matches.includes(true)) return { refused: 'NOT_SIGNED' }
  return Math.abs(now / 1000 - Number(timestamp)) > MOST_SECONDS_APART ? { refused: 'TOO_OLD' } : { eventId: id }
}
