import { uploads } from '../../../../schema/documents/documents/tables.ts'
import {
  FILE_TYPE_NOT_ALLOWED,
  fileExtension,
  fileProblemText,
  MAX_UPLOAD_BYTES,
  UPLOAD_TYPES,
} from '../../../../schema/documents/documents/uploads.ts'
import { grantPublicUpload, MAX_PUBLIC_FILES } from '../../../../schema/requests/sourcing/endpoints.ts'
import { inPlace } from '../../../core/cells.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, invalidField, notFound } from '../../../core/errors.ts'
import { command, inputOf } from '../../../core/operation.ts'
import { select, typed } from '../../../core/record.ts'
import { readUploadPolicy, signUploadPolicy } from '../../../core/signed-urls.ts'
import { uploadForm } from '../../../core/upload-grant.ts'
import { firstReading, receiveFile } from '../../documents/documents/index.ts'
import { limitPublic } from './operations.ts'
import { requirePublicForm } from './public-form.ts'
import { readVisit } from './visit.ts'

const GRANT_MS = 10 * 60 * 1000

/**
 * Grants a stranger one upload to the form they have opened: ten minutes, one key, 50 MB, twenty files per visit.
 * Throws INVALID for a type that isn't allowed or too many files, LIMITED by address and by form.
 */
export const grantUpload = command({
  id: 'public.grant-upload',
  access: 'public',
  idempotency: 'public',
  input: inputOf(grantPublicUpload),
  place: ({ companyId }) => ({ companyId }),
  run: async (context, { companyId, intakeCategoryId, visit, fileName }) => {
    const extension = fileExtension(fileName)
    if (!Object.hasOwn(UPLOAD_TYPES, extension)) throw invalidField('fileName', FILE_TYPE_NOT_ALLOWED)
    await requirePublicForm(context, companyId, intakeCategoryId)
    const { contactId } = await readVisit(context, intakeCategoryId, visit)
    await limitPublic(context, 'sourcing-upload', intakeCategoryId, 60)
    const { db, env } = context
    const now = context.clock.now()
    const key = `${context.newId()}.${extension}`
    const signed = await signUploadPolicy(env.OUTLAY_SIGNING_KEY, {
      key,
      companyId,
      userId: contactId,
      fileName,
      maxBytes: MAX_UPLOAD_BYTES,
      expires: now + GRANT_MS,
    })
    const statements = [
      db.sql(
        `INSERT INTO uploads (storage_key, company_id, user_id, file_name, created_at)
         SELECT ?1, ?2, ?3, ?4, ?5
          WHERE (SELECT COUNT(*) FROM uploads INDEXED BY uploads_person
                  WHERE company_id = ?2 AND user_id = ?3) < ?6`,
        key,
        companyId,
        contactId,
        fileName,
        now,
        MAX_PUBLIC_FILES,
      ),
      guardOneRow(db),
    ]
    const result = { url: '/public-api/upload', fieldsJson: JSON.stringify({ key, ...signed }) }
    const as = { companyId, userId: null }
    return commit(context, { subject: 'The upload', as, statements, audit: [], result }).catch((error: unknown) => {
      const isFull = error instanceof AppError && error.reason === 'STALE_VERSION'
      throw isFull ? invalidField('fileName', `At most ${MAX_PUBLIC_FILES} files can be sent`) : error
    })
  },
})

const STORED = typed`SELECT ${select(uploads, 'u', ['documentId'])} FROM uploads u WHERE u.storage_key = ?`

/** Stores the file of such a grant and creates its document, which only the sender has until the form is sent. */
export const storePublicUpload = command({
  id: 'public.upload',
  access: 'public',
  idempotency: 'none',
  input: uploadForm,
  run: async (caller, { policy: text, signature, key, file }) => {
    const policy = await readUploadPolicy(caller.env.OUTLAY_SIGNING_KEY, text, signature)
    // Grants of members work only at their own endpoint.
    if (!policy?.userId.startsWith('contact-') || (key ?? policy.key) !== policy.key) throw notFound('The upload')
    const context = await inPlace(caller, { companyId: policy.companyId })
    if (policy.expires <= context.clock.now()) {
      throw new AppError('RULE_BROKEN', 'The upload took too long to start. Try again.', { reason: 'URL_EXPIRED' })
    }
    if (file.size > policy.maxBytes) throw invalidField('file', fileProblemText('TOO_LARGE'))
    const { db } = context
    const stored = await receiveFile(context, policy, file)
    // The same bytes again are a retry, whose answer was lost.
    const before = await db.first(db.sql(STORED, policy.key))
    if (before?.documentId) return { id: before.documentId }
    const documentId = context.newId()
    const now = context.clock.now()
    const documents = [{ id: documentId, mimeType: stored.mimeType }]
    const reading = firstReading(db, { companyId: policy.companyId, now, documents })
    return commit(context, {
      subject: 'The upload',
      outbox: reading.outbox,
      as: { companyId: policy.companyId, userId: null },
      statements: [
        db.sql(
          `UPDATE uploads SET received_at = ?, size = ?, mime_type = ?, sha256 = ?, document_id = ?
            WHERE storage_key = ? AND document_id IS NULL`,
          ...[now, stored.size, stored.mimeType, stored.sha256, documentId, policy.key],
        ),
        guardOneRow(db),
        db.sql(
          `INSERT INTO documents (id, company_id, name, display_name, storage_key, mime_type, size, sha256,
                                  uploaded_by_user_id, created_at, updated_at)
           VALUES (?1, ?2, ?3, ?4, ?3, ?5, ?6, ?7, ?8, ?9, ?9)`,
          ...[documentId, policy.companyId, policy.key, policy.fileName, stored.mimeType, stored.size, stored.sha256],
          ...[policy.userId, now],
        ),
        ...reading.statements,
      ],
      audit: [
        {
          changeKey: `document:${documentId}:v1`,
          action: 'document.created',
          targetType: 'DOCUMENT',
          targetId: documentId,
          message: `${policy.fileName} was uploaded by a public form`,
          changeData: { displayName: policy.fileName, size: stored.size, sha256: stored.sha256 },
        },
      ],
      result: { id: documentId },
    })
  },
})
