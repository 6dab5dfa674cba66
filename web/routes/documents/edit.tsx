import { EditDocumentPage } from '../../features/documents/documents/document-form.tsx'
import { usePathParams } from '../../lib/path-params.ts'

export const Page = () => {
  const { documentId } = usePathParams<'documentId'>()
  return <EditDocumentPage id={documentId} />
}
