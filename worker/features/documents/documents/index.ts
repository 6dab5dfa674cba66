/**
 * Documents: upload, links to what they belong to, who may read them, signed downloads. Invariants: a document is read
 * only through an object that the reader can read; a signed address works for one person.
 */
export { readableDocument, readableParams, registerLinkReaders } from './access.ts'
export { createDocument, createInvoiceDocument, documentCreation, documentRemoval } from './change.ts'
export { fileProblem } from './file-signatures.ts'
export { firstReading, pendingStatement, readRow } from './first-reading.ts'
export { invoiceStatements, registerInvoices } from './invoice-documents.ts'
export {
  attachableFrom,
  attachableStatement,
  linkStatement,
  type Named,
  requireDocuments,
  unlinkStatement,
} from './links.ts'
export { CannotSend, type DocumentsMail, MAX_MAIL_BYTES, mailDocuments, TOO_LARGE } from './mail.ts'
export { auditOf } from './objects.ts'
export { FILE_POLICY, shownFile } from './rest.ts'
export { registerSentComments } from './sent-with.ts'
export { type FileRow, type OpenedFile, storedFile } from './stored-file.ts'
export { grantUpload, receiveFile, storeUpload } from './uploads.ts'
export { type DocumentRow, documentsStatement, readDocumentViews, toDocumentViews } from './view.ts'
