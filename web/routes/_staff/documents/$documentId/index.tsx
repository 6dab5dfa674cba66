import { createFileRoute } from '@tanstack/react-router'
import { DocumentPage } from '../../../../features/documents/documents/index.ts'
import { discussionOfDocument, ThreadList } from '../../../../features/documents/threads/index.ts'

const Page = () => {
  const { documentId } = Route.useParams()
  return (
    <DocumentPage id={documentId} conversations={<ThreadList subject={discussionOfDocument(documentId)} />} />
  )
}

export const Route = createFileRoute('/_staff/documents/$documentId/')({
  staticData: { access: 'staff' },
  component: Page,
})
