import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { listEndpoints } from '../../shared/list.ts'
import { id, instant, person } from '../../shared/values.ts'
import { commentLine } from '../threads/endpoints.ts'
import { documentFilters } from './filters.ts'
import { documentType } from './types.ts'

const named = z.object({ id: z.string(), name: z.string() })

export const documentView = z.object({
  id: z.string(),
  createdAt: instant,
  updatedAt: instant,
  name: z.string(),
  displayName: z.string(),
  mimeType: z.string(),
  /** Bytes. */
  size: z.number().int(),
  type: z.array(documentType),
  description: z.string(),
  uploadedByUser: person.nullable(),
  uploadedByEmail: z.string().nullable(),
  /** Expires after a few minutes. Downloads as an attachment. */
  signedDownloadUrl: z.string(),
  /** Also expires. Shows in place (PDF and images), sandboxed. Null for other types. */
  signedPreviewUrl: z.string().nullable(),
  /** For office files: a full address without a session, for the external viewer. Also expires. */
  signedViewerUrl: z.string().nullable(),
  /** A document belongs to one vendor at most. */
  vendor: named.nullable(),
  /** Who billed it, of an invoice with a bill and no vendor of its own. Without an id where only the books know them. */
  billedBy: z.object({ id: z.string().nullable(), name: z.string() }).nullable(),
  relatedServices: z.array(named),
  /** In a few sentences, if someone asked for it. */
  summary: z.string().nullable(),
  archived: z.boolean(),
  version: z.number().int(),
  canEdit: z.boolean(),
  /** A document of a submitted request can't be deleted. */
  canDelete: z.boolean(),
  /** The newest comment that it was sent with, among those that the person reads. */
  commentLine: commentLine.extend({ threadId: z.string() }).nullable(),
})
export type DocumentView = z.infer<typeof documentView>
export type SentComment = NonNullable<DocumentView['commentLine']>

export const getDocument = endpoint({
  id: 'documents.get',
  method: 'GET',
  path: '/api/documents/{documentId}',
  summary: 'A document with signed addresses',
  params: z.object({ documentId: id }),
  response: documentView,
})

/** Those by which the list is grouped. */
export const DOCUMENT_GROUPS = ['type', 'vendor', 'createdAt'] as const
export const DOCUMENT_SORT_FIELDS = ['displayName', ...DOCUMENT_GROUPS] as const

export const documentList = listEndpoints({
  name: 'documents',
  path: '/api/documents',
  noun: 'document',
  nouns: 'documents',
  summary: 'Documents the person can see, newest first',
  filters: documentFilters,
  sorts: DOCUMENT_SORT_FIELDS,
  groups: DOCUMENT_GROUPS,
  node: documentView,
})
export const listDocuments = documentList.list
export type DocumentListQuery = z.output<typeof documentList.query>

export const archiveDocuments = endpoint({
  id: 'documents.archive',
  method: 'POST',
  path: '/api/documents/archive',
  summary: 'Archive or unarchive documents',
  body: z.object({ documentIds: z.array(id).min(1, 'Choose at least one document').max(100), archived: z.boolean() }),
  response: z.object({ ids: z.array(z.string()) }),
})

export const getDocumentsFromIds = endpoint({
  id: 'documents.from-ids',
  method: 'GET',
  path: '/api/global/documents-from-ids',
  summary: 'Documents by id; those the person can’t see are omitted',
  /** `companyId` must be the person's current company. */
  query: z.object({ documentId: z.array(id).max(100), companyId: id.optional() }),
  response: z.array(documentView),
})

export const deleteDocument = endpoint({
  id: 'documents.delete',
  method: 'DELETE',
  path: '/api/documents/{documentId}',
  summary: 'Delete a document that isn’t part of a submitted request',
  params: z.object({ documentId: id }),
  response: z.null(),
})

/** Takes the fields of getSignedUploadUrl and the file as multipart/form-data, like an object store. */
export const uploadFile = endpoint({
  id: 'documents.upload',
  method: 'POST',
  path: '/files/upload',
  summary: 'Store a file under a signed policy',
  response: z.null(),
  raw: 'multipart/form-data: key, policy, signature, file',
})

/** For the external viewer of office files, which has no session: only these files, for ten minutes. */
export const viewFile = endpoint({
  id: 'documents.view',
  method: 'GET',
  path: '/public-api/files/{key}',
  summary: 'An office file for the external viewer, by a signed address',
  params: z.object({ key: z.string().min(1).max(200) }),
  query: z.object({ expires: z.coerce.number().int(), signature: z.string().max(64).default('') }),
  response: z.null(),
  raw: 'the file',
})

export const downloadFile = endpoint({
  id: 'documents.download',
  method: 'GET',
  path: '/files/{key}',
  summary: 'A stored file, by a signed address',
  params: z.object({ key: z.string().min(1).max(200) }),
  query: z.object({
    disposition: z.enum(['inline', 'attachment']),
    fileName: z.string().max(300).optional(),
    expires: z.coerce.number().int(),
    signature: z.string().max(64).default(''),
  }),
  response: z.null(),
  raw: 'the file',
})
