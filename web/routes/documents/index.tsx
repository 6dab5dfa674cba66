export { DocumentList as Page } from '../../features/documents/documents/document-list.tsx'
