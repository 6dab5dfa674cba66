export { NewDocumentPage as Page } from '../../features/documents/documents/document-form.tsx'
