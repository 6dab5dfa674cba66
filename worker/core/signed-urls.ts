import { AppError, notFound } from './errors.ts'
import { hmacHex, hmacMatches } from './hash.ts'
import type { BaseContext } from './operation.ts'

const DOWNLOAD_MS = 10 * 60 * 1000

export interface FileGrant {
  key: string
  disposition: 'inline' | 'attachment'
  /** The name for saving a download. */
  fileName?: string
}

interface Holder {
  actor: { companyId: string; userId: string }
}

const payloadOf = (grant: FileGrant, { actor }: Holder, expires: number): string =>
  ['file', actor.companyId, actor.userId, grant.key, grant.disposition, grant.fileName ?? '', expires].join('\n')

/** A URL of a stored file for this person, valid for ten minutes. */
export const signedFileUrl = async (
  context: Pick<BaseContext, 'env' | 'clock'> & Holder,
  grant: FileGrant,
): Promise<string> => {
  // Rounded up to whole minutes, so that a page refreshed at once keeps the URL and the browser's cached copy.
  const expires = Math.ceil((context.clock.now() + DOWNLOAD_MS) / 60_000) * 60_000
  const signature = await hmacHex(context.env.OUTLAY_SIGNING_KEY, payloadOf(grant, context, expires))
  const query = new URLSearchParams({ disposition: grant.disposition, expires: String(expires), signature })
  if (grant.fileName) query.set('fileName', grant.fileName)
  return `/files/${encodeURIComponent(grant.key)}?${query}`
}

/** Throws NOT_FOUND for a wrong signature or another person's URL, RULE_BROKEN if it has expired. */
export const requireFileGrant = async (
  context: Pick<BaseContext, 'env' | 'clock'> & Holder,
  grant: FileGrant & { expires: number; signature: string },
): Promise<void> => {
  const payload = payloadOf(grant, context, grant.expires)
  if (!(await hmacMatches(context.env.OUTLAY_SIGNING_KEY, payload, grant.signature))) throw notFound('The file')
  if (grant.expires <= context.clock.now()) throw expired()
}

const viewerPayload = (key: string, expires: number): string => ['view', key, expires].join('\n')

/** A URL with which the external viewer, without a session, can fetch one file within ten minutes. */
export const signedViewerUrl = async (context: Pick<BaseContext, 'env' | 'clock'>, key: string): Promise<string> => {
  const expires = Math.ceil((context.clock.now() + DOWNLOAD_MS) / 60_000) * 60_000
  const signature = await hmacHex(context.env.OUTLAY_SIGNING_KEY, viewerPayload(key, expires))
  const query = new URLSearchParams({ expires: String(expires), signature })
  return `${context.env.OUTLAY_ORIGIN}/public-api/files/${encodeURIComponent(key)}?${query}`
}

/** Throws NOT_FOUND for a wrong signature, RULE_BROKEN if it has expired. */
export const requireViewerGrant = async (
  context: Pick<BaseContext, 'env' | 'clock'>,
  { key, expires, signature }: { key: string; expires: number; signature: string },
): Promise<void> => {
  const isOurs = await hmacMatches(context.env.OUTLAY_SIGNING_KEY, viewerPayload(key, expires), signature)
  if (!isOurs) throw notFound('The file')
  if (expires <= context.clock.now()) throw expired()
}

const expired = () =>
  new AppError('RULE_BROKEN', 'This address has expired. Open the document again.', { reason: 'URL_EXPIRED' })

export interface UploadPolicy {
  key: string
  companyId: string
  userId: string
  fileName: string
  maxBytes: number
  expires: number
}

export const signUploadPolicy = async (
  secret: string,
  policy: UploadPolicy,
): Promise<{ policy: string; signature: string }> => {
  const text = btoa(unescape(encodeURIComponent(JSON.stringify(policy))))
  return { policy: text, signature: await hmacHex(secret, `upload\n${text}`) }
}

/** The signed policy, or null if the signature doesn't match. */
export const readUploadPolicy = async (
  secret: string,
  text: string,
  signature: string,
): Promise<UploadPolicy | null> =>
  (await hmacMatches(secret, `upload\n${text}`, signature))
    ? (JSON.parse(decodeURIComponent(escape(atob(text)))) as UploadPolicy)
    : null
