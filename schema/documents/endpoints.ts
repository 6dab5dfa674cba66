import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { id, person } from '../shared/values.ts'
import { documentType } from './values.ts'

export const documentView = z.object({
  id: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  name: z.string(),
  displayName: z.string(),
  mimeType: z.string(),
  /** Bytes. */
  size: z.number().int(),
  type: z.array(documentType),
  description: z.string(),
  uploadedByUser: person.nullable(),
  uploadedByEmail: z.string().nullable(),
  /** Expires after a few minutes; downloads as an attachment. */
  signedDownloadUrl: z.string(),
  /** Expires likewise; shows in place (PDF and images), sandboxed. Null for other types. */
  signedPreviewUrl: z.string().nullable(),
})
export type DocumentView = z.infer<typeof documentView>

export const getDocument = endpoint({
  id: 'documents.get',
  method: 'GET',
  path: '/api/documents/{documentId}',
  summary: 'A document with signed addresses',
  params: z.object({ documentId: id }),
  response: documentView,
})

export const getDocumentsFromIds = endpoint({
  id: 'documents.from-ids',
  method: 'GET',
  path: '/api/global/documents-from-ids',
  summary: 'Documents by their ids; those the person may not see are left out',
  query: z.object({ documentId: z.array(id).min(1).max(100) }),
  response: z.array(documentView),
})

export const deleteDocument = endpoint({
  id: 'documents.delete',
  method: 'DELETE',
  path: '/api/documents/{documentId}',
  summary: 'Delete a document that is not part of a submitted request',
  params: z.object({ documentId: id }),
  response: z.null(),
})

/** Takes the fields of getSignedUploadUrl and the file as multipart/form-data, as an object store does. */
export const uploadFile = endpoint({
  id: 'documents.upload',
  method: 'POST',
  path: '/files/upload',
  summary: 'Store a file under a signed policy',
  response: z.null(),
  raw: 'multipart/form-data: policy, signature, file',
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
    signature: z.string().max(64),
  }),
  response: z.null(),
  raw: 'the file',
})
