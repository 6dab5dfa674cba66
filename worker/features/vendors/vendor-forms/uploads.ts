import {
  FILE_TYPE_NOT_ALLOWED,
  fileExtension,
  MAX_UPLOAD_BYTES,
  UPLOAD_TYPES,
} from '../../../../schema/documents/documents/uploads.ts'
import * as endpoints from '../../../../schema/vendors/vendor-forms/portal-endpoints.ts'
import { commit } from '../../../core/commit.ts'
import { invalidField } from '../../../core/errors.ts'
import { type BaseContext, command, inputOf } from '../../../core/operation.ts'
import { signUploadPolicy } from '../../../core/signed-urls.ts'
import { limitRate } from '../../platform/session/index.ts'
import { limitPublic } from '../../requests/sourcing/index.ts'
import { contactOf } from './form-row.ts'
import { writingAtAnother } from './held-documents.ts'
import { requireLinkedForm } from './link.ts'
import { uploaderOf, writingAtCustomer } from './portal.ts'

/** Files of vendors: a grant, the upload, and the document, which only its sender has until a form names it. */

const GRANT_MS = 10 * 60 * 1000
const HOUR_MS = 60 * 60 * 1000
const UPLOADS_AN_HOUR = 60
const UPLOADS_FROM_ONE_ADDRESS = 300
/** Takes the files of everyone who isn't a member. It creates the document. */
const UPLOAD_URL = '/public-api/upload'

/** Throws LIMITED after many files of one person, or by one link. */
export const limitUploads = (context: BaseContext, holderId: string): Promise<void> =>
  limitRate(context, HOUR_MS, [{ key: `vendor-upload:${holderId}`, max: UPLOADS_AN_HOUR }])

/** Throws INVALID for a type that isn't allowed. */
const allowedExtension = (fileName: string): string => {
  const extension = fileExtension(fileName)
  if (!Object.hasOwn(UPLOAD_TYPES, extension)) throw invalidField('fileName', FILE_TYPE_NOT_ALLOWED)
  return extension
}

const grant = async (context: BaseContext, companyId: string, holderId: string, fileName: string) => {
  const extension = allowedExtension(fileName)
  await limitUploads(context, holderId)
  const { env, db, clock } = context
  const now = clock.now()
  const key = `${context.newId()}.${extension}`
  const signed = await signUploadPolicy(env.OUTLAY_SIGNING_KEY, {
    ...{ key, companyId, userId: holderId, fileName, maxBytes: MAX_UPLOAD_BYTES, expires: now + GRANT_MS },
  })
  return commit(context, {
    subject: 'The upload',
    as: { companyId, userId: null },
    statements: [
      db.sql(
        'INSERT INTO uploads (storage_key, company_id, user_id, file_name, created_at) VALUES (?, ?, ?, ?, ?)',
        ...[key, companyId, holderId, fileName, now],
      ),
    ],
    audit: [],
    result: { url: UPLOAD_URL, fieldsJson: JSON.stringify({ key, ...signed }) },
  })
}

export const grantVendorUpload = command({
  id: 'vendor-portal.signed-upload-url',
  access: 'vendor.work',
  input: inputOf(endpoints.grantVendorUpload),
  run: async (context, { fileName, companyId }) => {
    const there = await writingAtAnother(context, companyId)
    return grant(there, there.vendor.company.id, uploaderOf(context.vendor.userId), fileName)
  },
})

/** Throws INVALID for a type that isn't allowed, NOT_FOUND for a link that no longer works. */
export const grantLinkUpload = command({
  id: 'vendor-forms.link-upload-url',
  access: 'public',
  idempotency: 'public',
  input: inputOf(endpoints.grantLinkUpload),
  place: ({ token }) => ({ secret: token }),
  run: async (context, { token, fileName }) => {
    const form = await requireLinkedForm(context, token)
    // Counted only if something can come of it.
    allowedExtension(fileName)
    await limitPublic(context, 'vendor-form-link-upload', form.id, UPLOADS_FROM_ONE_ADDRESS)
    return grant(context, form.companyId, contactOf(form), fileName)
  },
})

/** The document exists since the file arrived. This names it. Throws INVALID for a file that didn't arrive. */
export const createVendorDocument = command({
  id: 'vendor-portal.create-document',
  access: 'vendor.work',
  input: inputOf(endpoints.createVendorDocument),
  run: async (context, { name: key, displayName }) => {
    const there = await writingAtCustomer(context)
    const { db, clock } = there
    const companyId = context.vendor.company.id
    const uploaderId = uploaderOf(context.vendor.userId)
    const found = await db.first<{ id: string | null }>(
      db.sql(
        'SELECT document_id AS id FROM uploads WHERE storage_key = ? AND company_id = ? AND user_id = ?',
        ...[key, companyId, uploaderId],
      ),
    )
    if (!found?.id) throw invalidField('name', 'Error uploading file')
    return commit(there, {
      subject: 'The document',
      as: { companyId, userId: null },
      statements: displayName
        ? [
            db.sql(
              `UPDATE documents SET display_name = ?, updated_at = ?
                WHERE id = ? AND company_id = ? AND uploaded_by_user_id = ? AND deleted_at IS NULL`,
              ...[displayName, clock.now(), found.id, companyId, uploaderId],
            ),
          ]
        : [],
      audit: [],
      result: { id: found.id },
    })
  },
})
