import type { DocumentView } from '../../../../schema/documents/documents/endpoints.ts'
import { fileExtension, UPLOAD_TYPES } from '../../../../schema/documents/documents/uploads.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import type { StaffActor } from '../../../core/actor.ts'
import { notFound } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { signedFileUrl, signedViewerUrl } from '../../../core/signed-urls.ts'
import { readableDocument, readableParams } from './access.ts'
import { billedBy } from './invoice-documents.ts'
import { type SentComments, sentComments, sentOf, sentStatement } from './sent-with.ts'

/** Documents as rows and as people see them. */

/** What the external viewer of office files shows. */
const VIEWED = new Set(['docx', 'doc', 'xlsx', 'pptx'].map((extension) => UPLOAD_TYPES[extension]))
const PREVIEWED = new Set(['application/pdf', 'image/png', 'image/jpeg'])

export interface DocumentRow {
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
  /** Set for documents that came by email. */
  senderEmail: string | null
  version: number
  archivedAt: number | null
  /** JSON with the vendor that it is attached to, or else, of an invoice, with who billed it. Null without either. */
  vendor: string | null
  services: string
  /** Whether the person owns its vendor or a service it is attached to. */
  ownsObject: number
  inUse: number
  /** JSON, or null. */
  summary: string | null
  /** Whether a comment was sent with it. */
  isSent: number
}

/** Columns of documents `d` with their uploaders `u`. ?1 is the company, ?2 the person. */
export const documentColumns = (): string => `d.id, d.name, d.display_name AS displayName, d.storage_key AS storageKey,
  d.mime_type AS mimeType, d.size, d.types, d.description, d.created_at AS createdAt, d.updated_at AS updatedAt,
  u.id AS userId, u.first_name AS firstName, u.last_name AS lastName, u.email,
  d.uploaded_by_email AS senderEmail, d.version, d.archived_at AS archivedAt,
  coalesce((SELECT json_object('vendor', json_object('id', v.id, 'name', v.name))
     FROM document_links l CROSS JOIN vendors v ON v.id = l.target_id
    WHERE l.company_id = ?1 AND l.document_id = d.id AND l.target_type = 'VENDOR'),
    CASE WHEN instr(d.types, '"INVOICE"') THEN json_object('billedBy', json(${billedBy('d')})) END) AS vendor,
  (SELECT json_group_array(json_object('id', s.id, 'name', s.name))
     FROM document_links l CROSS JOIN services s ON s.id = l.target_id
    WHERE l.company_id = ?1 AND l.document_id = d.id AND l.target_type = 'SERVICE') AS services,
  EXISTS (SELECT 1 FROM document_links l
           CROSS JOIN service_links o ON o.company_id = ?1 AND o.service_id = l.target_id AND o.kind = 'OWNER'
             AND o.target_id = ?2
           WHERE l.company_id = ?1 AND l.document_id = d.id AND l.target_type = 'SERVICE')
  OR EXISTS (SELECT 1 FROM document_links l
              CROSS JOIN vendor_links o ON o.company_id = ?1 AND o.vendor_id = l.target_id AND o.kind = 'OWNER'
                AND o.target_id = ?2
              WHERE l.company_id = ?1 AND l.document_id = d.id AND l.target_type = 'VENDOR') AS ownsObject,
  (SELECT r.result FROM document_readings r
    WHERE r.company_id = ?1 AND r.document_id = d.id AND r.kind = 'SUMMARY') AS summary,
  EXISTS (SELECT 1 FROM document_links l CROSS JOIN intake_submissions i ON i.id = l.target_id AND i.is_draft = 0
           WHERE l.company_id = ?1 AND l.document_id = d.id AND l.target_type IN ('INTAKE_SUBMISSION', 'SPEND_REQUEST'))
  OR EXISTS (SELECT 1 FROM document_links l WHERE l.company_id = ?1 AND l.document_id = d.id
              AND l.target_type IN ('BILL', 'INVOICE')) AS inUse,
  EXISTS (SELECT 1 FROM document_links l
           WHERE l.company_id = ?1 AND l.document_id = d.id AND l.target_type = 'COMMENT') AS isSent`
export const DOCUMENT_SOURCE = 'documents d LEFT JOIN users u ON u.id = d.uploaded_by_user_id'

/** A file is saved under its checked type, so that a PDF called "setup.exe" doesn't become a program. */
export const savedName = ({ displayName, storageKey }: Pick<DocumentRow, 'displayName' | 'storageKey'>): string => {
  const extension = fileExtension(storageKey)
  return fileExtension(displayName) === extension ? displayName : `${displayName}.${extension}`
}

/** Who can change anyone's document: people who manage what documents are attached to. */
const managesDocuments = ({ policy }: StaffActor): boolean => can(policy, 'vendors.edit')

type Named = { id: string; name: string }

const toDocumentView = async (
  context: StaffContext,
  row: DocumentRow,
  commentLine: DocumentView['commentLine'] = null,
): Promise<DocumentView> => {
  const { actor } = context
  const isOwn = row.userId === actor.userId
  const about = JSON.parse(row.vendor ?? '{}') as Partial<Pick<DocumentView, 'vendor' | 'billedBy'>>
  return {
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
    signedViewerUrl: VIEWED.has(row.mimeType) ? await signedViewerUrl(context, row.storageKey) : null,
    vendor: about.vendor ?? null,
    billedBy: about.billedBy ?? null,
    relatedServices: (JSON.parse(row.services) as Named[]).sort((a, b) => a.name.localeCompare(b.name)),
    summary: row.summary ? (JSON.parse(row.summary) as string) : null,
    archived: row.archivedAt !== null,
    version: row.version,
    canEdit: isOwn || row.ownsObject === 1 || managesDocuments(actor),
    canDelete: (isOwn || actor.policy.flags.hasAdminAccess) && row.inUse === 0,
    commentLine,
  }
}

/** Documents in the order of a JSON list of their ids, which is ?5 or made from it. */
export const documentsStatement = (context: StaffContext, parameter: string, ids = '?5'): D1PreparedStatement =>
  context.db.sql(
    `SELECT ${documentColumns()} FROM json_each(${ids}) j CROSS JOIN ${DOCUMENT_SOURCE.replace('documents d', 'documents d ON d.id = j.value')}
      WHERE ${readableDocument()} ORDER BY j.key`,
    ...readableParams(context.actor),
    parameter,
  )

const toRows = (rows: readonly object[]): readonly DocumentRow[] => rows as readonly DocumentRow[]

const shown = (context: StaffContext, rows: readonly DocumentRow[], comments: SentComments): Promise<DocumentView[]> =>
  Promise.all(rows.map((row) => toDocumentView(context, row, comments.get(row.id))))

/** Documents by id, in that order, with the comments that they were sent with. */
export const readDocumentViews = async (context: StaffContext, ids: readonly string[]): Promise<DocumentView[]> => {
  const [documents, sent] = await context.db.readBatch([
    documentsStatement(context, JSON.stringify(ids)),
    sentStatement(context, ids),
  ])
  const comments = sentOf(context, sent?.results ?? [])
  return shown(context, toRows(documents?.results ?? []), comments)
}

/** With the comments that they were sent with. */
export const toDocumentViews = async (context: StaffContext, rows: readonly object[]): Promise<DocumentView[]> => {
  const found = toRows(rows)
  const comments = await sentComments(
    context,
    found.filter(({ isSent }) => isSent === 1).map(({ id }) => id),
  )
  return shown(context, found, comments)
}

/** For those who change them, without comments. */
export const readDocuments = async (context: StaffContext, ids: string[]): Promise<DocumentView[]> => {
  const rows = await context.db.all<DocumentRow>(documentsStatement(context, JSON.stringify(ids)))
  return shown(context, rows, new Map())
}

/** Throws NOT_FOUND for a missing document, or one that the person can't see. */
export const requireDocument = async (context: StaffContext, documentId: string): Promise<DocumentView> => {
  const [document] = await readDocuments(context, [documentId])
  if (!document) throw notFound('The document')
  return document
}
