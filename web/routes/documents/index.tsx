export { DocumentList as Page } from '../../features/documents/document-list.tsx'
