import type { z } from 'zod'
import * as endpoints from '../../../../schema/documents/documents/endpoints.ts'
import { documentChange, newDocument } from '../../../../schema/documents/documents/inputs.ts'
import type { DocumentType } from '../../../../schema/documents/documents/types.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, invalidField, notFound, staleVersion } from '../../../core/errors.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import { referred, refuseWhileUsed } from '../../../core/references.ts'
import { firstReading } from './first-reading.ts'
import { invoiceStatements } from './invoice-documents.ts'
import {
  type DocumentHolder,
  type HolderKind,
  linkStatement,
  ONE_VENDOR,
  requireRelations,
  targetsOf,
  unarchived,
  unlinkStatement,
} from './links.ts'
import { readDocuments, requireDocument } from './view.ts'

const namesOf = (objects: readonly { name: string }[]): string[] => objects.map(({ name }) => name).sort()

/** A stored file as a document, within another change. */
export const documentCreation = (
  context: StaffContext,
  document: {
    id: string
    /** The key of the upload, which it claims. */
    key: string
    displayName: string
    type: readonly DocumentType[]
    description: string
    file: { mimeType: string; size: number; sha256: string }
    isTemporary?: boolean | undefined
  },
  objects: readonly DocumentHolder[] = [],
) => {
  const { actor, db, clock } = context
  const { id, key, displayName, type, description, file, isTemporary } = document
  const now = clock.now()
  const documents = [{ id, mimeType: file.mimeType }]
  const reading = firstReading(db, { companyId: actor.companyId, now, documents })
  return {
    statements: [
      db.sql('UPDATE uploads SET document_id = ? WHERE storage_key = ? AND document_id IS NULL', id, key),
      guardOneRow(db),
      db.sql(
        `INSERT INTO documents (id, company_id, name, display_name, storage_key, mime_type, size, sha256, types,
                                description, uploaded_by_user_id, created_at, updated_at, temporary_since)
         VALUES (?1, ?2, ?3, ?4, ?3, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?11, ?12)`,
        id,
        actor.companyId,
        key,
        displayName,
        file.mimeType,
        file.size,
        file.sha256,
        JSON.stringify(type),
        description,
        actor.userId,
        now,
        isTemporary ? now : null,
      ),
      ...(objects.length > 0 ? [linkStatement(context, [{ id }], targetsOf(objects))] : []),
      ...reading.statements,
    ],
    outbox: reading.outbox,
    audit: {
      changeKey: `document:${id}:v1`,
      action: 'document.created',
      targetType: 'DOCUMENT' as const,
      targetId: id,
      message: `Uploaded ${displayName}`,
      changeData: {
        displayName,
        type,
        size: file.size,
        sha256: file.sha256,
        ...(objects.length > 0 && { attachedTo: namesOf(objects) }),
      },
    },
  }
}

const create = async (
  context: StaffContext,
  input: z.output<typeof newDocument>,
  more: (documentId: string) => D1PreparedStatement[] = () => [],
) => {
  const { name, displayName, type, description: text, vendorId, serviceIds = [], isTemporary } = input
  const { actor, db } = context
  const upload = await db.first<{ receivedAt: number | null; mimeType: string; size: number; sha256: string }>(
    db.sql(
      `SELECT received_at AS receivedAt, mime_type AS mimeType, size, sha256 FROM uploads
        WHERE storage_key = ? AND company_id = ? AND user_id = ? AND document_id IS NULL`,
      name,
      actor.companyId,
      actor.userId,
    ),
  )
  if (!upload?.receivedAt) throw invalidField('name', 'Error uploading file')
  const named = { VENDOR: vendorId ? [vendorId] : [], SERVICE: serviceIds }
  const objects = await unarchived(context, await requireRelations(context, named))
  const documentId = context.newId()
  const { statements, outbox, audit } = documentCreation(
    context,
    { id: documentId, key: name, displayName, type, description: text, file: upload, isTemporary },
    objects,
  )
  return commit(context, {
    subject: 'The document',
    statements: [...statements, ...more(documentId)],
    outbox,
    audit: [audit],
    result: { id: documentId },
    onDuplicate: ONE_VENDOR,
  })
}

/** Creates the document of a stored upload. Throws INVALID if the file hasn't arrived. */
export const createDocument = command({
  id: 'documents.create',
  access: 'staff.use',
  asAnother: 'ACTING',
  input: newDocument,
  run: (context, input) => create(context, input),
})

/** Creates the document of an invoice to be paid, for people who handle payments. */
export const createInvoiceDocument = command({
  id: 'documents.create-invoice',
  access: 'payments.use',
  input: newDocument,
  run: (context, input) => {
    const type = [...new Set<DocumentType>([...input.type, 'INVOICE'])]
    const { companyId, userId } = context.actor
    return create(context, { ...input, type }, (documentId) =>
      invoiceStatements(context, { companyId, documentId, source: 'UPLOAD', userId }),
    )
  },
})

/** Throws FORBIDDEN, CONFLICT if it changed since it was read, or INVALID for fields. */
export const updateDocument = command({
  id: 'documents.update',
  access: 'staff.use',
  asAnother: 'ACTING',
  input: documentChange,
  run: async (context, { id: documentId, version, vendorId, serviceIds, ...given }) => {
    const document = await requireDocument(context, documentId)
    if (!document.canEdit) {
      throw new AppError(
        'FORBIDDEN',
        'Only the person who uploaded this document, or who manages what it belongs to, can change it.',
      )
    }
    if (version !== undefined && version !== document.version) throw staleVersion('The document')
    const before = {
      displayName: document.displayName,
      type: document.type,
      description: document.description,
      vendor: document.vendor?.name ?? null,
      services: namesOf(document.relatedServices),
    }
    const current = {
      VENDOR: document.vendor ? [document.vendor.id] : [],
      SERVICE: document.relatedServices.map((service) => service.id),
    }
    const wanted = {
      VENDOR: vendorId === undefined ? current.VENDOR : vendorId ? [vendorId] : [],
      SERVICE: serviceIds ?? current.SERVICE,
    }
    const without = (type: HolderKind, from: typeof current, others: typeof current) =>
      from[type].filter((objectId) => !others[type].includes(objectId))
    const added = { VENDOR: without('VENDOR', wanted, current), SERVICE: without('SERVICE', wanted, current) }
    const removed = { VENDOR: without('VENDOR', current, wanted), SERVICE: without('SERVICE', current, wanted) }
    const objects = await requireRelations(context, {
      VENDOR: [...added.VENDOR, ...removed.VENDOR],
      SERVICE: [...added.SERVICE, ...removed.SERVICE],
    })
    const isIn = (ids: typeof current) => (object: DocumentHolder) => ids[object.kind].includes(object.id)
    const taken = objects.filter(isIn(removed))
    const put = await unarchived(context, objects.filter(isIn(added)))
    const kept = document.relatedServices.filter((service) => !removed.SERVICE.includes(service.id))
    const after = {
      displayName: given.displayName ?? before.displayName,
      type: given.type ?? before.type,
      description: given.description ?? before.description,
      vendor: put.find(({ kind }) => kind === 'VENDOR')?.name ?? (removed.VENDOR.length > 0 ? null : before.vendor),
      services: namesOf([...kept, ...put.filter(({ kind }) => kind === 'SERVICE')]),
    }
    const changed = (Object.keys(after) as (keyof typeof after)[]).filter(
      (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
    )
    if (changed.length === 0) return { id: documentId }
    const only = (values: typeof after) => Object.fromEntries(changed.map((key) => [key, values[key]]))
    const { db, actor, clock } = context
    return commit(context, {
      subject: 'The document',
      statements: [
        db.sql(
          `UPDATE documents SET display_name = ?, types = ?, description = ?, updated_at = ?, version = version + 1
            WHERE id = ? AND company_id = ? AND version = ? AND deleted_at IS NULL`,
          after.displayName,
          JSON.stringify(after.type),
          after.description,
          clock.now(),
          documentId,
          actor.companyId,
          document.version,
        ),
        guardOneRow(db),
        ...(taken.length > 0 ? [unlinkStatement(context, [{ id: documentId }], targetsOf(taken))] : []),
        ...(put.length > 0 ? [linkStatement(context, [{ id: documentId }], targetsOf(put))] : []),
      ],
      audit: [
        {
          changeKey: `document:${documentId}:v${document.version + 1}`,
          action: 'document.changed',
          targetType: 'DOCUMENT',
          targetId: documentId,
          message: `Changed ${after.displayName}: ${changed.map((key) => WORDS[key]).join(', ')}`,
          changeData: { before: only(before), after: only(after) },
        },
      ],
      result: { id: documentId },
      onDuplicate: ONE_VENDOR,
    })
  },
})

const WORDS = {
  displayName: 'name',
  type: 'types',
  description: 'description',
  vendor: 'vendor',
  services: 'services',
} as const

/** All or none. Throws FORBIDDEN for a document that isn't theirs to change. */
export const archiveDocuments = command({
  id: 'documents.archive',
  access: 'staff.use',
  asAnother: 'ACTING',
  input: inputOf(endpoints.archiveDocuments),
  run: async (context, { documentIds, archived }) => {
    const ids = [...new Set(documentIds)]
    const documents = await readDocuments(context, ids)
    if (documents.length < ids.length) throw notFound('One of the documents')
    const closed = documents.find(({ canEdit }) => !canEdit)
    if (closed) throw new AppError('FORBIDDEN', `You can’t change ${closed.displayName} without access.`)
    const changed = documents.filter((document) => document.archived !== archived)
    const { db, actor, clock } = context
    return commit(context, {
      subject: 'A document',
      statements: changed.flatMap((document) => [
        db.sql(
          `UPDATE documents SET archived_at = ?, version = version + 1
            WHERE id = ? AND company_id = ? AND version = ? AND deleted_at IS NULL`,
          archived ? clock.now() : null,
          document.id,
          actor.companyId,
          document.version,
        ),
        guardOneRow(db),
      ]),
      audit: changed.map((document) => ({
        changeKey: `document:${document.id}:v${document.version + 1}`,
        action: archived ? 'document.archived' : 'document.unarchived',
        targetType: 'DOCUMENT' as const,
        targetId: document.id,
        message: archived ? `Archived ${document.displayName}` : `Unarchived ${document.displayName}`,
        changeData: { before: { archived: !archived }, after: { archived } },
      })),
      result: { ids },
    })
  },
})

const DOCUMENT_REFERRED = referred('DOCUMENT', 'document')

/**
 * Deletes a document and detaches it from its vendor and services. Throws RULE_BROKEN for a document of a submitted
 * request, which keeps it.
 */
export const removeDocument = command({
  id: 'documents.delete',
  access: 'staff.use',
  input: inputOf(endpoints.deleteDocument),
  run: async (context, { documentId }) => {
    const { actor } = context
    const document = await requireDocument(context, documentId)
    if (document.uploadedByUser?.id !== actor.userId && !actor.policy.flags.hasAdminAccess) {
      throw new AppError('FORBIDDEN', 'Only the person who uploaded this document or an admin can delete it.')
    }
    if (!document.canDelete) {
      throw new AppError('RULE_BROKEN', 'This document is part of a request and can’t be deleted.', {
        reason: 'IN_USE',
      })
    }
    await refuseWhileUsed(context, DOCUMENT_REFERRED, [{ id: documentId, name: document.displayName }])
    const { statements, audit } = documentRemoval(context, documentId, {
      displayName: document.displayName,
      type: document.type,
      vendor: document.vendor?.name ?? null,
      services: namesOf(document.relatedServices),
    })
    return commit(context, { subject: 'The document', statements, audit: [audit], result: null })
  },
})

/** Deletes a document within another change, without asking whether it is in use. */
export const documentRemoval = (
  { db, actor, clock }: StaffContext,
  id: string,
  before: { displayName: string } & Record<string, unknown>,
) => ({
  statements: [
    db.sql(
      'UPDATE documents SET deleted_at = ?1, updated_at = ?1 WHERE id = ?2 AND company_id = ?3 AND deleted_at IS NULL',
      clock.now(),
      id,
      actor.companyId,
    ),
    guardOneRow(db),
    db.sql(
      `DELETE FROM document_links WHERE company_id = ? AND document_id = ? AND target_type IN ('VENDOR', 'SERVICE')`,
      actor.companyId,
      id,
    ),
  ],
  audit: {
    changeKey: `document:${id}:deleted`,
    action: 'document.deleted',
    targetType: 'DOCUMENT' as const,
    targetId: id,
    message: `Deleted ${before.displayName}`,
    changeData: { before },
  },
})
