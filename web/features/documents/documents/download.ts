import { errorMessage } from '../../../lib/errors.ts'
import { toastError } from '../../../lib/toasts.ts'
import { readDocument } from './api.ts'

/** Saves a document. The signed address in a list may have expired, so a fresh one is requested. */
export const downloadDocument = (id: string): void => {
  readDocument(id).then(
    ({ signedDownloadUrl }) => window.location.assign(signedDownloadUrl),
    (error: unknown) => toastError(errorMessage(error)),
  )
}
