import { fileProblemText, MAX_UPLOAD_BYTES } from '../../../../schema/documents/documents/uploads.ts'
import * as endpoints from '../../../../schema/requests/sourcing/endpoints.ts'
import { type Door, door, formDoor, rawDoor } from '../../../transport/rest.ts'
import { FILE_POLICY } from '../../documents/documents/index.ts'
import {
  readPublicCategory,
  readPublicCompanyLogo,
  readPublicLogo,
  readPublicSteps,
  submitPublicRequest,
} from './operations.ts'
import { readReceipt } from './receipt.ts'
import { grantUpload, storePublicUpload } from './uploads.ts'

export const sourcingDoors: Door[] = [
  door(endpoints.getPublicCategory, readPublicCategory),
  door(endpoints.getPublicSteps, readPublicSteps),
  rawDoor(
    endpoints.getPublicLogo,
    readPublicLogo,
    ({ object, contentType }) =>
      new Response(object.body, {
        headers: {
          'Content-Type': contentType,
          'Content-Length': String(object.size),
          'Cache-Control': 'private, max-age=600',
          'Content-Security-Policy': FILE_POLICY,
        },
      }),
  ),
  door(endpoints.getPublicCompanyLogo, readPublicCompanyLogo),
  door(endpoints.getReceipt, readReceipt),
  door(endpoints.grantPublicUpload, grantUpload),
  formDoor(endpoints.uploadPublicFile, storePublicUpload, {
    maxBytes: MAX_UPLOAD_BYTES,
    tooLarge: fileProblemText('TOO_LARGE'),
  }),
  door(endpoints.submitPublicRequest, submitPublicRequest),
]
