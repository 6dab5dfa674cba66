/**
 * Requests that were decided in another system, uploaded by platform staff. Invariants: nothing is imported before its
 * check was shown; a row becomes at most one request; no one is asked or emailed about it; an import is undone as a
 * whole, and what someone has touched since stays and is listed.
 */
import * as endpoints from '../../../../schema/requests/external-requests/endpoints.ts'
import { MAX_IMPORT_BYTES } from '../../../../schema/shared/imports.ts'
import { csvResponse } from '../../../core/csv.ts'
import { type Door, door, formDoor, rawDoor } from '../../../transport/rest.ts'
import { deleteUpload, rollBackUpload, startUpload, uploadExternalRequests } from './operations.ts'
import { listCategories, listRows, listUploads, readTemplate } from './read.ts'

export const externalRequestDoors: Door[] = [
  formDoor(endpoints.uploadExternalRequests, uploadExternalRequests, {
    maxBytes: MAX_IMPORT_BYTES,
    tooLarge: 'The file is larger than 10 MB. Split it into several files.',
  }),
  rawDoor(endpoints.externalTemplate, readTemplate, csvResponse),
  door(endpoints.listExternalCategories, listCategories),
  door(endpoints.listExternalUploads, listUploads),
  door(endpoints.listExternalRows, listRows),
  door(endpoints.startExternalUpload, startUpload),
  door(endpoints.rollBackExternalUpload, rollBackUpload),
  door(endpoints.deleteExternalUpload, deleteUpload),
]
