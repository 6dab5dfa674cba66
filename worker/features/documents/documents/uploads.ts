import { z } from 'zod'
import * as endpoints from '../../../../schema/documents/documents/endpoints.ts'
import {
  FILE_TYPE_NOT_ALLOWED,
  fileExtension,
  fileProblemText,
  MAX_UPLOAD_BYTES,
  UPLOAD_TYPES,
} from '../../../../schema/documents/documents/uploads.ts'
import { requiredText } from '../../../../schema/shared/values.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, invalidField, notFound } from '../../../core/errors.ts'
import { toHex } from '../../../core/hash.ts'
import { type BaseContext, command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { readUploadPolicy, requireFileGrant, requireViewerGrant, type UploadPolicy } from '../../../core/signed-urls.ts'
import { uploadForm, uploadGrant } from '../../../core/upload-grant.ts'
import { readableDocument, readableParams } from './access.ts'
import { fileProblem } from './file-signatures.ts'

/**
 * Grants one upload: ten minutes, one key, 50 MB (decisions, "Uploads"). Throws INVALID for a type that isn't allowed.
 */
export const grantUpload = command({
  id: 'documents.grant-upload',
  access: 'staff.use',
  asAnother: 'ACTING',
  input: z.object({ fileName: requiredText(300) }),
  run: async (context, { fileName }) => {
    const extension = fileExtension(fileName)
    if (!Object.hasOwn(UPLOAD_TYPES, extension)) throw invalidField('fileName', FILE_TYPE_NOT_ALLOWED)
    const { statement, result } = await uploadGrant(context, fileName, MAX_UPLOAD_BYTES)
    return commit(context, { subject: 'The upload', statements: [statement], audit: [], result })
  },
})

/**
 * Checks an uploaded file against its policy and stores it in R2. Throws INVALID for a wrong type or content, or
 * CONFLICT.
 */
export const receiveFile = async (
  { env }: Pick<BaseContext, 'env'>,
  policy: Pick<UploadPolicy, 'key' | 'fileName'>,
  file: File,
): Promise<{ size: number; mimeType: string; sha256: string }> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const problem = fileProblem(policy.fileName, bytes)
  if (problem) throw invalidField('file', fileProblemText(problem))
  const mimeType = UPLOAD_TYPES[fileExtension(policy.fileName)] ?? 'application/octet-stream'
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  // Never replaces an existing file, because what was approved must not change. The same bytes again are a retry.
  const stored =
    (await env.DOCUMENTS.put(policy.key, bytes, {
      httpMetadata: { contentType: mimeType },
      sha256: digest,
      onlyIf: new Headers({ 'If-None-Match': '*' }),
    })) ?? (await env.DOCUMENTS.head(policy.key))
  if (!stored?.checksums.sha256 || toHex(stored.checksums.sha256) !== toHex(digest)) {
    throw new AppError('CONFLICT', 'Another file was uploaded here. Start the upload again.', {
      reason: 'ALREADY_UPLOADED',
    })
  }
  return { size: bytes.byteLength, mimeType, sha256: toHex(digest) }
}

/** Stores the file of a granted upload in R2. Throws INVALID for a wrong type, content or size, NOT_FOUND otherwise. */
export const storeUpload = command({
  id: 'documents.upload',
  access: 'staff.use',
  asAnother: 'ACTING',
  idempotency: 'none',
  input: uploadForm,
  run: async (context, { policy: policyText, signature, key, file }) => {
    const { actor, db, env } = context
    const policy = await readUploadPolicy(env.OUTLAY_SIGNING_KEY, policyText, signature)
    const isOwn = policy?.userId === actor.userId && policy.companyId === actor.companyId
    if (!policy || !isOwn || (key ?? policy.key) !== policy.key) throw notFound('The upload')
    if (policy.expires <= context.clock.now()) {
      throw new AppError('RULE_BROKEN', 'The upload took too long to start. Try again.', { reason: 'URL_EXPIRED' })
    }
    if (file.size > policy.maxBytes) throw invalidField('file', fileProblemText('TOO_LARGE'))
    const { size, mimeType, sha256 } = await receiveFile(context, policy, file)
    await commit(context, {
      subject: 'The upload',
      statements: [
        db.sql(
          `UPDATE uploads SET received_at = ?, size = ?, mime_type = ?, sha256 = ?
            WHERE storage_key = ? AND document_id IS NULL`,
          context.clock.now(),
          size,
          mimeType,
          sha256,
          policy.key,
        ),
        guardOneRow(db),
      ],
      audit: [],
      result: null,
    })
    return null
  },
})

/** Logos and pictures, which aren't documents, are for everyone in the company. */
const requireStillReadable = async ({ db, actor }: StaffContext, key: string): Promise<void> => {
  const found = await db.first<{ isReadable: number }>(
    db.sql(
      `SELECT ${readableDocument()} AS isReadable FROM documents d WHERE d.storage_key = ?5`,
      ...readableParams(actor),
      key,
    ),
  )
  if (found && found.isReadable !== 1) throw notFound('The file')
}

/** Checks a signed URL and finds its file. It works only for the person it was made for, while they have access. */
export const openFile = query({
  id: 'documents.download',
  access: 'staff.use',
  input: inputOf(endpoints.downloadFile),
  run: async (context, grant) => {
    await requireFileGrant(context, grant)
    await requireStillReadable(context, grant.key)
    const object = await context.env.DOCUMENTS.get(grant.key)
    if (!object) throw notFound('The file')
    return { object, ...grant }
  },
})

/** The same for the external viewer, which has no session. */
export const viewFile = query({
  id: 'documents.view',
  access: 'public',
  input: inputOf(endpoints.viewFile),
  run: async (context, grant) => {
    await requireViewerGrant(context, grant)
    const object = await context.env.DOCUMENTS.get(grant.key)
    if (!object) throw notFound('The file')
    return { object, key: grant.key }
  },
})
