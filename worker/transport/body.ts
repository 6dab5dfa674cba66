import { AppError, invalidField } from '../core/errors.ts'
import { type AnyOperation, requireAccess } from '../core/operation.ts'
import { countedStream, readAtMost } from '../core/read-at-most.ts'
import type { AppContext } from './context.ts'

/** Bodies are read after the caller is known, and only up to their limit. */

const MAX_JSON_BYTES = 2 * 1024 * 1024
/** Room for what surrounds a file in a form. */
const FORM_BYTES = 16_384

export interface FormLimit {
  maxBytes: number
  /** The message beside `file` for a larger one. */
  tooLarge: string
}

/** Throws the operation's UNAUTHENTICATED or FORBIDDEN, before a byte of the body is read. */
export const admitCaller = (operation: Pick<AnyOperation, 'access'>, c: AppContext): void => {
  const context = c.get('context')
  // A guess can be out of date. The operation decides by the session as it was read.
  requireAccess(context.guess?.state === 'open' ? 'session.use' : operation.access, context)
}

/** A body whose Content-Length is too long isn't read at all. */
const saysMoreThan = (c: AppContext, most: number): boolean => Number(c.req.header('Content-Length') ?? 0) > most

/** Undefined without a body. Throws INVALID if it isn't JSON or is too large. */
export const readJson = async (c: AppContext, notJson = 'The request body must be JSON.'): Promise<unknown> => {
  const bytes = saysMoreThan(c, MAX_JSON_BYTES) ? null : await readAtMost(c.req.raw.body, MAX_JSON_BYTES)
  if (!bytes) throw new AppError('INVALID', 'The request is too large. Send it in batches.')
  const text = new TextDecoder().decode(bytes)
  if (text.trim() === '') return undefined
  if (!(c.req.header('Content-Type') ?? '').startsWith('application/json')) throw new AppError('INVALID', notJson)
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('INVALID', 'The request body is not valid JSON.')
  }
}

/** Throws INVALID if the body isn't a form, or its file is too large. */
export const readForm = async (c: AppContext, { maxBytes, tooLarge }: FormLimit): Promise<Record<string, unknown>> => {
  const most = maxBytes + FORM_BYTES
  if (saysMoreThan(c, most)) throw invalidField('file', tooLarge)
  const { stream, wasTooLong } = countedStream(c.req.raw.body, most)
  const headers = { 'Content-Type': c.req.header('Content-Type') ?? '' }
  const form = await new Response(stream, { headers }).formData().catch(() => {
    throw wasTooLong() ? invalidField('file', tooLarge) : new AppError('INVALID', 'The upload is not a form.')
  })
  return Object.fromEntries(form)
}

/** A body that is read while it arrives. */
export interface SentFile {
  type: string
  /** As the sender says. Null if it doesn't. */
  length: number | null
  stream: ReadableStream<Uint8Array>
}

/** Throws INVALID for another media type than the endpoint's. */
export const fileOf = (c: AppContext, types: string): SentFile => {
  const type = (c.req.header('Content-Type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (!types.split(', ').includes(type))
    throw new AppError('INVALID', `Send the file as ${types.replaceAll(', ', ' or ')} (Content-Type).`)
  const length = c.req.header('Content-Length')
  return { type, length: length === undefined ? null : Number(length), stream: c.req.raw.body ?? new Blob([]).stream() }
}
