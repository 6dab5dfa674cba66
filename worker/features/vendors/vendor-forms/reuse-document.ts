import { KIND_WORDS } from '../../../../schema/documents/documents/expiry.ts'
import { fileExtension, fileProblemText, UPLOAD_TYPES } from '../../../../schema/documents/documents/uploads.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import {
  listEarlierDocuments,
  reuseDocument as reuseEndpoint,
} from '../../../../schema/vendors/vendor-forms/document-endpoints.ts'
import { commit } from '../../../core/commit.ts'
import { AppError, invalidField, notFound } from '../../../core/errors.ts'
import { toHex } from '../../../core/hash.ts'
import { command, inputOf, query } from '../../../core/operation.ts'
import { fileProblem, firstReading } from '../../documents/documents/index.ts'
import { todayOf, toVendorDocument } from './document-rows.ts'
import { mayFill } from './form-row.ts'
import { atAnother, heldDocuments, requireHeld, toHeld } from './held-documents.ts'
import { atCustomer, requireSentForm, uploaderOf, writingAtCustomer } from './portal.ts'
import { limitUploads } from './uploads.ts'

/**
 * Documents that the vendor gave before, for any of its customers, offered in the form that it fills in now. Invariants:
 * nothing is taken over unless the person chooses it; the bytes are copied, so that what one customer has is its own;
 * neither customer learns of the other.
 */

/** Throws NOT_FOUND like the form itself. */
export const readEarlierDocuments = query({
  id: 'vendor-portal.earlier-documents',
  access: 'vendor.work',
  input: inputOf(listEarlierDocuments),
  run: async (context, { intakeSubmissionId }) => {
    const [, held] = await Promise.all([
      requireSentForm(atCustomer(context), intakeSubmissionId),
      heldDocuments(context),
    ])
    const today = todayOf(context)
    return held
      .map((row) => toHeld(row, today))
      .filter((each) => each.intakeSubmissionId !== intakeSubmissionId && each.state !== 'EXPIRED')
  },
})

/** Throws NOT_FOUND, INVALID for a file that could not be uploaded today, LIMITED like uploads. */
export const reuseDocument = command({
  id: 'vendor-portal.reuse-document',
  access: 'vendor.work',
  input: inputOf(reuseEndpoint),
  run: async (context, { intakeSubmissionId, companyId, documentId }) => {
    const there = await writingAtCustomer(context)
    const form = await requireSentForm(there, intakeSubmissionId)
    if (!mayFill(form)) throw new AppError('CONFLICT', 'This form can’t be changed anymore.', { reason: 'FORM_CLOSED' })
    const source = await requireHeld(await atAnother(context, companyId), documentId)
    const { env, db, clock } = there
    const { vendor } = context
    await limitUploads(there, uploaderOf(vendor.userId))
    const object = await env.DOCUMENTS.get(source.storageKey)
    if (!object) throw notFound('The file')
    const bytes = new Uint8Array(await object.arrayBuffer())
    const problem = fileProblem(source.storageKey, bytes)
    if (problem) throw invalidField('documentId', fileProblemText(problem))
    const digest = await crypto.subtle.digest('SHA-256', bytes)
    const sha256 = toHex(digest)
    if (sha256 !== source.sha256) throw notFound('The file')
    const extension = fileExtension(source.storageKey)
    const mimeType = UPLOAD_TYPES[extension] ?? 'application/octet-stream'
    const [id, now] = [context.newId(), clock.now()]
    const key = `${context.newId()}.${extension}`
    await env.DOCUMENTS.put(key, bytes, { httpMetadata: { contentType: mimeType }, sha256: digest })
    const reading = firstReading(db, { companyId: form.companyId, now, documents: [{ id, mimeType }] })
    const name = fullName(vendor) || vendor.email
    return commit(there, {
      subject: 'The document',
      as: { companyId: form.companyId, userId: null },
      statements: [
        db.sql(
          `INSERT INTO uploads (storage_key, company_id, user_id, file_name, created_at, received_at, size, mime_type, sha256, document_id)
           VALUES (?1, ?2, ?3, ?4, ?5, ?5, ?6, ?7, ?8, ?9)`,
          ...[key, form.companyId, uploaderOf(vendor.userId), source.displayName, now, bytes.byteLength, mimeType],
          ...[sha256, id],
        ),
        db.sql(
          `INSERT INTO documents (id, company_id, name, display_name, storage_key, mime_type, size, sha256,
                                  uploaded_by_user_id, created_at, updated_at)
           VALUES (?1, ?2, ?3, ?4, ?3, ?5, ?6, ?7, ?8, ?9, ?9)`,
          ...[id, form.companyId, key, source.displayName, mimeType, bytes.byteLength, sha256],
          ...[uploaderOf(vendor.userId), now],
        ),
        db.sql(
          `INSERT INTO vendor_documents (document_id, company_id, kind, expires_on, vendor_form_id, given_by_user_id, created_at)
           VALUES (?, ?, ?, ?, ?, ?, ?)`,
          ...[id, form.companyId, source.kind, source.expiresOn, form.id, vendor.userId, now],
        ),
        ...reading.statements,
      ],
      audit: [
        {
          changeKey: `document:${id}:v1`,
          action: 'document.created',
          targetType: 'DOCUMENT',
          targetId: id,
          message: `${name} (${form.vendorName}) chose ${source.displayName}, which the vendor had given before`,
          changeData: { displayName: source.displayName, size: bytes.byteLength, sha256 },
        },
      ],
      outbox: [
        ...reading.outbox,
        {
          topic: 'vendor-portal.news',
          payload: {
            companyId,
            event: { kind: 'DOCUMENT_REUSED', document: KIND_WORDS[source.kind] },
            vendorCompany: vendor.vendorCompany,
            by: {
              ...{ userId: vendor.userId, email: vendor.email },
              ...{ firstName: vendor.firstName, lastName: vendor.lastName },
            },
          },
        },
      ],
      result: toVendorDocument(
        {
          ...{ id, mimeType, size: bytes.byteLength, displayName: source.displayName },
          ...{ kind: source.kind, expiresOn: source.expiresOn, givenAt: null, replacedAt: null },
        },
        todayOf(context),
      ),
    })
  },
})
