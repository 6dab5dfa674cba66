import { z } from 'zod'
import {
  type DocumentView,
  deleteDocument,
  downloadFile,
  getDocument,
  getDocumentsFromIds,
} from '../../../schema/documents/endpoints.ts'
import {
  documentType,
  FILE_TYPE_NOT_ALLOWED,
  fileExtension,
  fileProblemText,
  MAX_UPLOAD_BYTES,
  UPLOAD_TYPES,
} from '../../../schema/documents/values.ts'
import type { Connection } from '../../../schema/shared/paging.ts'
import { pageQuery } from '../../../schema/shared/paging.ts'
import { requiredText } from '../../../schema/shared/values.ts'
import type { StaffActor } from '../../core/actor.ts'
import { commit } from '../../core/commit.ts'
import { guardOneRow } from '../../core/database.ts'
import { AppError, invalidField, notFound } from '../../core/errors.ts'
import { toHex } from '../../core/hash.ts'
import { type BaseContext, command, inputOf, query } from '../../core/operation.ts'
import { decodeCursor, toConnection } from '../../core/paging.ts'
import { READABLE_DOCUMENT, readableParams } from './access.ts'
import { fileProblem } from './file-signatures.ts'
import {
  readUploadPolicy,
  requireFileGrant,
  signedFileUrl,
  signUploadPolicy,
  type UploadPolicy,
} from './signed-urls.ts'

type StaffContext = BaseContext & { actor: StaffActor }

const UPLOAD_GRANT_MS = 10 * 60 * 1000
const PREVIEWED = new Set(['application/pdf', 'image/png', 'image/jpeg'])

/** Grants one upload: ten minutes, one key, 50 MB (decisions, "Uploads"). Errors: INVALID for a type not allowed. */
export const grantUpload = command({
  id: 'documents.grant-upload',
  access: 'staff.use',
  idempotency: 'none',
  input: z.object({ fileName: requiredText(300) }),
  run: async (context, { fileName }) => {
    const extension = fileExtension(fileName)
    if (!Object.hasOwn(UPLOAD_TYPES, extension)) throw invalidField('fileName', FILE_TYPE_NOT_ALLOWED)
    const { actor, db, env } = context
    const now = context.clock.now()
    const key = `${context.newId()}.${extension}`
    const signed = await signUploadPolicy(env.OUTLAY_SIGNING_KEY, {
      key,
      companyId: actor.companyId,
      userId: actor.userId,
      fileName,
      maxBytes: MAX_UPLOAD_BYTES,
      expires: now + UPLOAD_GRANT_MS,
    })
    return commit(context, {
      subject: 'The upload',
      statements: [
        db.sql(
          'INSERT INTO uploads (storage_key, company_id, user_id, file_name, created_at) VALUES (?, ?, ?, ?, ?)',
          key,
          actor.companyId,
          actor.userId,
          fileName,
          now,
        ),
      ],
      audit: [],
      result: { url: '/files/upload', fieldsJson: JSON.stringify({ key, ...signed }) },
    })
  },
})

/** Checks a file of a policy and puts it into R2. Errors: INVALID for a wrong type or content; CONFLICT. */
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
  // Never over a file that is there: what was approved must stay what it was. The same bytes again are a retry.
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

/** Stores the file of a granted upload in R2. Errors: INVALID for a wrong type, content or size; NOT_FOUND otherwise. */
export const storeUpload = command({
  id: 'documents.upload',
  access: 'staff.use',
  idempotency: 'none',
  input: z.object({ policy: z.string().max(4000), signature: z.string().max(64), file: z.instanceof(File) }),
  run: async (context, { policy: policyText, signature, file }) => {
    const { actor, db, env } = context
    const policy = await readUploadPolicy(env.OUTLAY_SIGNING_KEY, policyText, signature)
    if (!policy || policy.userId !== actor.userId || policy.companyId !== actor.companyId) throw notFound('The upload')
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

/** Makes the document of a stored upload. Errors: INVALID when the file has not arrived. */
export const createDocument = command({
  id: 'documents.create',
  access: 'staff.use',
  input: z.object({
    name: z.string().min(1).max(200),
    displayName: requiredText(300),
    type: z.array(documentType).max(10).default([]),
    description: z.string().max(5000).default(''),
  }),
  run: async (context, { name, displayName, type, description }) => {
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
    const documentId = context.newId()
    const now = context.clock.now()
    return commit(context, {
      subject: 'The document',
      statements: [
        db.sql('UPDATE uploads SET document_id = ? WHERE storage_key = ? AND document_id IS NULL', documentId, name),
        guardOneRow(db),
        db.sql(
          `INSERT INTO documents (id, company_id, name, display_name, storage_key, mime_type, size, sha256, types,
                                  description, uploaded_by_user_id, created_at, updated_at)
           VALUES (?1, ?2, ?3, ?4, ?3, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?11)`,
          documentId,
          actor.companyId,
          name,
          displayName,
          upload.mimeType,
          upload.size,
          upload.sha256,
          JSON.stringify(type),
          description,
          actor.userId,
          now,
        ),
      ],
      audit: [
        {
          changeKey: `document:${documentId}:v1`,
          action: 'document.created',
          targetType: 'DOCUMENT',
          targetId: documentId,
          message: `Uploaded ${displayName}`,
          changeData: { displayName, type, size: upload.size, sha256: upload.sha256 },
        },
      ],
      result: { id: documentId },
    })
  },
})

interface DocumentRow {
  id: string
  name: string
  displayName: string
  storageKey: string
  mimeType: string
  size: number
  types: string
  description: string
  createdAt: number
  updatedAt: number
  userId: string | null
  firstName: string | null
  lastName: string | null
  email: string | null
  /** Of documents that came by mail. */
  senderEmail: string | null
}

const DOCUMENT_COLUMNS = `d.id, d.name, d.display_name AS displayName, d.storage_key AS storageKey,
  d.mime_type AS mimeType, d.size, d.types, d.description, d.created_at AS createdAt, d.updated_at AS updatedAt,
  u.id AS userId, u.first_name AS firstName, u.last_name AS lastName, u.email,
  d.uploaded_by_email AS senderEmail`
const DOCUMENT_SOURCE = 'documents d LEFT JOIN users u ON u.id = d.uploaded_by_user_id'

/** A file is saved under the type that was checked: a PDF called "setup.exe" must not become a program. */
const savedName = ({ displayName, storageKey }: Pick<DocumentRow, 'displayName' | 'storageKey'>): string => {
  const extension = fileExtension(storageKey)
  return fileExtension(displayName) === extension ? displayName : `${displayName}.${extension}`
}

const toDocumentView = async (context: StaffContext, row: DocumentRow): Promise<DocumentView> => ({
  id: row.id,
  createdAt: new Date(row.createdAt).toISOString(),
  updatedAt: new Date(row.updatedAt).toISOString(),
  name: row.name,
  displayName: row.displayName,
  mimeType: row.mimeType,
  size: row.size,
  type: JSON.parse(row.types),
  description: row.description,
  uploadedByUser: row.userId
    ? { id: row.userId, firstName: row.firstName ?? '', lastName: row.lastName ?? '', email: row.email ?? '' }
    : null,
  uploadedByEmail: row.email ?? row.senderEmail,
  signedDownloadUrl: await signedFileUrl(context, {
    key: row.storageKey,
    disposition: 'attachment',
    fileName: savedName(row),
  }),
  signedPreviewUrl: PREVIEWED.has(row.mimeType)
    ? await signedFileUrl(context, { key: row.storageKey, disposition: 'inline' })
    : null,
})

/** Documents in the order of a JSON list of their ids, which is ?5 or made from it. */
export const documentsStatement = (context: StaffContext, parameter: string, ids = '?5'): D1PreparedStatement =>
  context.db.sql(
    `SELECT ${DOCUMENT_COLUMNS} FROM json_each(${ids}) j JOIN ${DOCUMENT_SOURCE.replace('documents d', 'documents d ON d.id = j.value')}
      WHERE ${READABLE_DOCUMENT} ORDER BY j.key`,
    ...readableParams(context.actor),
    parameter,
  )

export const toDocumentViews = (context: StaffContext, rows: Record<string, unknown>[]): Promise<DocumentView[]> =>
  Promise.all(rows.map((row) => toDocumentView(context, row as unknown as DocumentRow)))

const readDocuments = async (context: StaffContext, ids: string[]): Promise<DocumentView[]> =>
  toDocumentViews(context, await context.db.all(documentsStatement(context, JSON.stringify(ids))))

export const readDocument = query({
  id: 'documents.get',
  access: 'staff.use',
  input: inputOf(getDocument),
  run: async (context, { documentId }) => {
    const [document] = await readDocuments(context, [documentId])
    if (!document) throw notFound('The document')
    return document
  },
})

export const readDocumentsFromIds = query({
  id: 'documents.from-ids',
  access: 'staff.use',
  input: inputOf(getDocumentsFromIds),
  run: (context, { documentId }) => readDocuments(context, documentId),
})

/** Documents the person may read, newest first, by a part of the name: for attaching an existing one. */
export const searchDocuments = query({
  id: 'documents.search',
  access: 'staff.use',
  input: pageQuery.extend({ displayName: z.string().trim().max(200).optional() }),
  run: async (context, { displayName, first, cursor }): Promise<Connection<DocumentView>> => {
    const rows = await context.db.all<DocumentRow>(
      context.db.sql(
        `SELECT ${DOCUMENT_COLUMNS} FROM ${DOCUMENT_SOURCE}
          WHERE ${READABLE_DOCUMENT} AND (?5 IS NULL OR d.display_name LIKE ?5 ESCAPE '\\')
            AND (?6 IS NULL OR (d.created_at, d.id) < (?6, ?7))
          ORDER BY d.created_at DESC, d.id DESC LIMIT ?8`,
        ...readableParams(context.actor),
        displayName ? `%${displayName.replaceAll(/[\\%_]/g, (c) => `\\${c}`)}%` : null,
        ...(cursor ? decodeCursor(cursor, 2) : [null, null]),
        first + 1,
      ),
    )
    const page = toConnection(
      rows,
      first,
      (row) => [row.createdAt, row.id],
      (row) => row,
    )
    return {
      ...page,
      edges: await Promise.all(
        page.edges.map(async ({ cursor: at, node }) => ({ cursor: at, node: await toDocumentView(context, node) })),
      ),
    }
  },
})

/** Removes a document that its uploader has not filed with a request yet. Errors: RULE_BROKEN when it is in use. */
export const removeDocument = command({
  id: 'documents.delete',
  access: 'staff.use',
  input: inputOf(deleteDocument),
  run: async (context, { documentId }) => {
    const { db, actor } = context
    const row = await db.first<{ displayName: string; uploadedBy: string; inUse: number }>(
      db.sql(
        `SELECT d.display_name AS displayName, d.uploaded_by_user_id AS uploadedBy,
                EXISTS (SELECT 1 FROM document_links l JOIN intake_submissions s ON s.id = l.target_id AND s.is_draft = 0
                         WHERE l.company_id = d.company_id AND l.document_id = d.id) AS inUse
           FROM documents d WHERE d.id = ?5 AND ${READABLE_DOCUMENT}`,
        ...readableParams(actor),
        documentId,
      ),
    )
    if (!row) throw notFound('The document')
    if (row.uploadedBy !== actor.userId && !actor.policy.flags.hasAdminAccess) {
      throw new AppError('FORBIDDEN', 'Only the person who uploaded a document, or an admin, may delete it.')
    }
    if (row.inUse) {
      throw new AppError('RULE_BROKEN', 'The document is part of a request and stays with it.', { reason: 'IN_USE' })
    }
    const now = context.clock.now()
    await commit(context, {
      subject: 'The document',
      statements: [
        db.sql(
          'UPDATE documents SET deleted_at = ?1, updated_at = ?1 WHERE id = ?2 AND deleted_at IS NULL',
          now,
          documentId,
        ),
        guardOneRow(db),
      ],
      audit: [
        {
          changeKey: `document:${documentId}:deleted`,
          action: 'document.deleted',
          targetType: 'DOCUMENT',
          targetId: documentId,
          message: `Deleted ${row.displayName}`,
          changeData: null,
        },
      ],
      result: null,
    })
    return null
  },
})

/** Checks a signed address and finds its file. Only for members of the file's company. */
export const openFile = query({
  id: 'documents.download',
  access: 'staff.use',
  input: inputOf(downloadFile),
  run: async (context, grant) => {
    await requireFileGrant(context, grant)
    const object = await context.env.DOCUMENTS.get(grant.key)
    if (!object) throw notFound('The file')
    return { object, ...grant }
  },
})
