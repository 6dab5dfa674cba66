import { errorMessage } from '../../lib/errors.ts'
import { toastError } from '../../lib/toasts.ts'
import { readDocument } from './api.ts'

/** Saves a document. The signed address of a list may have run out by now: a fresh one is asked for. */
export const downloadDocument = (id: string): void => {
  readDocument(id).then(
    ({ signedDownloadUrl }) => window.location.assign(signedDownloadUrl),
    (error: unknown) => toastError(errorMessage(error)),
  )
}
