import { createFileRoute } from '@tanstack/react-router'
import { DocumentPage } from '../../../../features/documents/documents/document-page.tsx'

const Page = () => {
  const { documentId } = Route.useParams()
  return <DocumentPage id={documentId} />
}

export const Route = createFileRoute('/_staff/documents/$documentId/')({
  staticData: { access: 'staff' },
  component: Page,
})
