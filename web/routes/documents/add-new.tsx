export { NewDocumentPage as Page } from '../../features/documents/document-form.tsx'
