import { createFileRoute } from '@tanstack/react-router'
import { DocumentPage, documentSearch, freshDocumentQuery } from '../../../../features/documents/documents/index.ts'
import { discussionOfDocument, ThreadList } from '../../../../features/documents/threads/index.ts'
import { readAhead } from '../../../../lib/read-ahead.ts'
import { pageSearch } from '../../../../lib/search-params.ts'

const Page = () => {
  const { documentId } = Route.useParams()
  return <DocumentPage id={documentId} conversations={<ThreadList subject={discussionOfDocument(documentId)} />} />
}

export const Route = createFileRoute('/_staff/documents/$documentId/')({
  staticData: { access: 'staff' },
  validateSearch: pageSearch(documentSearch),
  loader: ({ params, preload }) => readAhead(preload, freshDocumentQuery(params.documentId)),
  component: Page,
})
