/**
 * Documents: list, page, upload, preview, and choosing or adding them in a form. Invariant: a file is uploaded before
 * it is named, and is kept only once something names it.
 */

export { freshDocumentQuery, usePredictions } from './api.ts'
export { confirmRemoval } from './confirm-removal.ts'
export { EditDocumentPage, NewDocumentPage } from './document-form.tsx'
export { DocumentList } from './document-list.tsx'
export { DocumentManager } from './document-manager.tsx'
export { DocumentPage } from './document-page.tsx'
export { default as documentsClasses } from './documents.module.css'
export { downloadDocument } from './download.ts'
export { FileDrop } from './file-drop.tsx'
export { FileRows } from './file-rows.tsx'
export { loadSendDialog } from './late.ts'
export { ObjectDocuments } from './object-documents.tsx'
export { placeOf } from './places.ts'
export { PreviewDialog } from './preview-dialog.tsx'
export { documentListSearch, documentSearch } from './search.ts'
export { SendForm } from './send-form.tsx'
export { NO_SIGNED_URL, storeFile } from './upload.ts'
export { useUploads } from './use-uploads.ts'
export { DocumentViewer } from './viewer/document-viewer.tsx'
export type { Mark } from './viewer/marks.tsx'
export { confidenceText, TYPE_OPTIONS, typeName } from './words.ts'
