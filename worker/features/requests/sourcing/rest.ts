import { fileProblemText, MAX_UPLOAD_BYTES } from '../../../../schema/documents/documents/uploads.ts'
import * as endpoints from '../../../../schema/requests/sourcing/endpoints.ts'
import { perform } from '../../../core/operation.ts'
import { readForm } from '../../../transport/body.ts'
import type { AppContext } from '../../../transport/context.ts'
import { type Door, door, rawDoor } from '../../../transport/rest.ts'
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
  door(endpoints.submitPublicRequest, submitPublicRequest),
]

/** Takes a form instead of JSON, like the upload of members. */
export const publicUploadDoor = {
  endpoint: endpoints.uploadPublicFile,
  operation: storePublicUpload,
  handle: async (c: AppContext): Promise<Response> => {
    const form = await readForm(c, { maxBytes: MAX_UPLOAD_BYTES, tooLarge: fileProblemText('TOO_LARGE') })
    return c.json(await perform(storePublicUpload, c.get('context'), form))
  },
}
