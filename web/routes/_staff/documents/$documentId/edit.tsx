import { createFileRoute } from '@tanstack/react-router'
import { EditDocumentPage } from '../../../../features/documents/documents/index.ts'

const Page = () => {
  const { documentId } = Route.useParams()
  return <EditDocumentPage id={documentId} />
}

export const Route = createFileRoute('/_staff/documents/$documentId/edit')({
  staticData: { access: 'staff' },
  component: Page,
})
