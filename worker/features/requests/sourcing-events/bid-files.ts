import { z } from 'zod'
import { fileExtension, fileProblemText, UPLOAD_TYPES } from '../../../../schema/documents/documents/uploads.ts'
import * as endpoints from '../../../../schema/requests/sourcing-events/bidder-endpoints.ts'
import { EVENT_LIMITS, MAX_BID_FILE_BYTES } from '../../../../schema/requests/sourcing-events/values.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, invalidField, notFound } from '../../../core/errors.ts'
import { type BaseContext, command, inputOf, query } from '../../../core/operation.ts'
import { decrypt, encrypt, newKey, ofBase64, toBase64 } from '../../../objects/sourcing-seal/cipher.ts'
import { sealOf } from '../../../objects/sourcing-seal/client.ts'
import { fileProblem } from '../../documents/documents/index.ts'
import { fileIdsOf } from './bid.ts'
import { type FileDetails, placeOfToken, readOwn, requireBidderWithFiles, type StoredFile } from './bidder.ts'
import { limitBidder, requireBidder, requireOpen } from './bidder-access.ts'
import { whileEvent } from './load.ts'
import { accepted } from './refusals.ts'

/** Files of bids. Each is encrypted with a key of its own before it is stored, and its name and key are sealed. */

const FILE = 'The file'
export const TOO_LARGE = 'The file is larger than 10 MB.'

const filePlace = (companyId: string, eventId: string, fileId: string) => [companyId, eventId, fileId]

/** The content of a stored file. Throws NOT_FOUND if storage doesn't have what was put there. */
export const readFile = async (
  { env }: Pick<BaseContext, 'env'>,
  { companyId, eventId }: { companyId: string; eventId: string },
  { id, storageKey }: Pick<StoredFile, 'id' | 'storageKey'>,
  { key }: Pick<FileDetails, 'key'>,
) => {
  const object = await env.DOCUMENTS.get(storageKey)
  if (!object) throw notFound(FILE)
  const whole = new Uint8Array(await object.arrayBuffer())
  return decrypt(ofBase64(key), whole, filePlace(companyId, eventId, id)).catch(() => {
    throw notFound(FILE)
  })
}

/** Throws INVALID for a type, content or size that isn't allowed, RULE_BROKEN after the deadline, LIMITED. */
export const addBidFile = command({
  id: 'sourcing-bid.add-file',
  access: 'public',
  idempotency: 'public',
  input: z.object({
    token: z.string().min(1).max(200),
    file: z.instanceof(File, { message: 'Choose a file' }),
  }),
  place: placeOfToken,
  run: async (context, { token, file }) => {
    const { db, env, clock, newId } = context
    const bidder = requireOpen(await requireBidder(context, token), clock.now())
    if (file.size > MAX_BID_FILE_BYTES) throw invalidField('file', TOO_LARGE)
    const name = file.name.slice(0, 300) || 'file'
    const bytes = new Uint8Array(await file.arrayBuffer())
    const problem = fileProblem(name, bytes)
    if (problem) throw invalidField('file', fileProblemText(problem))
    await limitBidder(context, 'file', bidder.id)
    const { companyId, eventId } = bidder
    const id = newId()
    const key = newKey()
    const details: FileDetails = {
      name,
      mimeType: UPLOAD_TYPES[fileExtension(name)] ?? 'application/octet-stream',
      size: bytes.byteLength,
      key: toBase64(key),
    }
    const {
      sealed: [sealed = ''],
    } = accepted(
      await sealOf(env, companyId, eventId).close(bidder.id, token, [
        { part: `file:${id}`, text: JSON.stringify(details) },
      ]),
    )
    const storageKey = `sealed-bids/${companyId}/${eventId}/${id}`
    await env.DOCUMENTS.put(storageKey, await encrypt(key, bytes, filePlace(companyId, eventId, id)))
    const { key: _, ...shown } = details
    const statements = [
      db.sql(
        `INSERT INTO sourcing_bid_files (event_id, company_id, id, bidder_id, storage_key, sealed, created_at)
         SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 WHERE ${whileEvent("'OPEN'")} AND (
           SELECT COUNT(*) FROM sourcing_bid_files f WHERE f.company_id = ?2 AND f.event_id = ?1 AND f.bidder_id = ?4) < ${EVENT_LIMITS.files}`,
        ...[eventId, companyId, id, bidder.id, storageKey, sealed, clock.now()],
      ),
      guardOneRow(db),
    ]
    const as = { companyId, userId: null }
    const added = await commit(context, { subject: FILE, as, statements, audit: [], result: { id, ...shown } }).catch(
      async (error: unknown) => {
        await env.DOCUMENTS.delete(storageKey)
        const isFull = error instanceof AppError && error.reason === 'STALE_VERSION'
        throw isFull ? invalidField('file', `At most ${EVENT_LIMITS.files} files can be sent`) : error
      },
    )
    // The same call was there a moment before, with a file of its own.
    if (added.id !== id) await env.DOCUMENTS.delete(storageKey)
    return added
  },
})

const ownFile = async (context: BaseContext, token: string, fileId: string) => {
  const { bidder, files } = await requireBidderWithFiles(context, token)
  const file = files.find(({ id }) => id === fileId)
  if (!file) throw notFound(FILE)
  return { bidder, file }
}

/** Throws RULE_BROKEN for a file of the submitted bid, which would not be whole without it. */
export const removeBidFile = command({
  id: 'sourcing-bid.remove-file',
  access: 'public',
  idempotency: 'public',
  input: inputOf(endpoints.removeBidFile),
  place: placeOfToken,
  run: async (context, { token, fileId }) => {
    const { bidder, file } = await ownFile(context, token, fileId)
    const { db, env, clock } = context
    requireOpen(bidder, clock.now())
    const { submitted } = await readOwn(context, bidder, [])
    if (submitted && fileIdsOf(bidder.form, submitted).includes(fileId))
      throw new AppError(
        'RULE_BROKEN',
        'This file belongs to the bid you submitted. Submit the bid without it first.',
        {
          reason: 'FILE_IN_USE',
        },
      )
    await commit(context, {
      subject: FILE,
      as: { companyId: bidder.companyId, userId: null },
      statements: [
        db.sql(
          `DELETE FROM sourcing_bid_files WHERE id = ?3 AND event_id = ?1 AND company_id = ?2 AND bidder_id = ?4
              AND ${whileEvent("'OPEN'")}`,
          ...[bidder.eventId, bidder.companyId, fileId, bidder.id],
        ),
        guardOneRow(db),
      ],
      audit: [],
      result: null,
    })
    await env.DOCUMENTS.delete(file.storageKey)
    return null
  },
})

/** Throws NOT_FOUND, also for another bidder's file. */
export const openBidFile = query({
  id: 'sourcing-bid.open-file',
  access: 'public',
  input: inputOf(endpoints.openBidFile),
  place: placeOfToken,
  run: async (context, { token, fileId }) => {
    const { bidder, file } = await ownFile(context, token, fileId)
    const details = (await readOwn(context, { ...bidder, sealedBid: null, sealedDraft: null }, [file])).files.get(
      fileId,
    )
    if (!details) throw notFound(FILE)
    return { details, bytes: await readFile(context, bidder, file, details) }
  },
})
