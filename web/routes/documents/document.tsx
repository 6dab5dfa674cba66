import { DocumentPage } from '../../features/documents/documents/document-page.tsx'
import { usePathParams } from '../../lib/path-params.ts'

export const Page = () => {
  const { documentId } = usePathParams<'documentId'>()
  return <DocumentPage id={documentId} />
}
