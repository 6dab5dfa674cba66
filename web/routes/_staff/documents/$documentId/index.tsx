import { createFileRoute } from '@tanstack/react-router'
import { DocumentPage } from '../../../../features/documents/documents/document-page.tsx'
import { subjectOfObject } from '../../../../features/documents/threads/api.ts'
import { ThreadList } from '../../../../features/documents/threads/thread-list.tsx'

const Page = () => {
  const { documentId } = Route.useParams()
  return (
    <DocumentPage id={documentId} conversations={<ThreadList subject={subjectOfObject('DOCUMENT', documentId)} />} />
  )
}

export const Route = createFileRoute('/_staff/documents/$documentId/')({
  staticData: { access: 'staff' },
  component: Page,
})
