import * as endpoints from '../../../../schema/documents/documents/endpoints.ts'
import { fileProblemText, MAX_UPLOAD_BYTES } from '../../../../schema/documents/documents/uploads.ts'
import { fileDisposition } from '../../../core/sent/texts.ts'
import { viewDoors } from '../../../transport/list-doors.ts'
import { type Door, door, formDoor, rawDoor } from '../../../transport/rest.ts'
import { archiveDocuments, removeDocument } from './change.ts'
import { documentOperations, readDocumentsFromIds } from './list.ts'
import type { OpenedFile } from './stored-file.ts'
import { openFile, storeUpload, viewFile } from './uploads.ts'

/** A file is never one of our pages: no scripts, and only our own pages may frame it. */
export const FILE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'"

/** Shown in the browser where it can. Never one of our pages. */
export const shownFile = ({ object, fileName }: OpenedFile): Response =>
  new Response(object.body, {
    headers: {
      'Content-Type': object.httpMetadata?.contentType ?? 'application/octet-stream',
      'Content-Length': String(object.size),
      'Content-Disposition': fileDisposition('inline', fileName),
      'Cache-Control': 'private, no-store',
      'Content-Security-Policy': FILE_POLICY,
      'X-Content-Type-Options': 'nosniff',
    },
  })

export const documentDoors: Door[] = [
  ...viewDoors(endpoints.documentList, documentOperations),
  door(endpoints.archiveDocuments, archiveDocuments),
  door(endpoints.getDocumentsFromIds, readDocumentsFromIds),
  door(endpoints.deleteDocument, removeDocument),
  formDoor(endpoints.uploadFile, storeUpload, {
    maxBytes: MAX_UPLOAD_BYTES,
    tooLarge: fileProblemText('TOO_LARGE'),
  }),
  rawDoor(
    endpoints.viewFile,
    viewFile,
    ({ object, key }) =>
      new Response(object.body, {
        headers: {
          'Content-Type': object.httpMetadata?.contentType ?? 'application/octet-stream',
          'Content-Length': String(object.size),
          'Content-Disposition': fileDisposition('attachment', key),
          'Cache-Control': 'private, no-store',
        },
      }),
  ),
  rawDoor(endpoints.downloadFile, openFile, ({ object, disposition, fileName }) => {
    return new Response(object.body, {
      headers: {
        'Content-Type': object.httpMetadata?.contentType ?? 'application/octet-stream',
        'Content-Length': String(object.size),
        'Content-Disposition': fileDisposition(disposition, fileName ?? object.key),
        'Cache-Control': 'private, max-age=540',
        'Content-Security-Policy': FILE_POLICY,
      },
    })
  }),
]
