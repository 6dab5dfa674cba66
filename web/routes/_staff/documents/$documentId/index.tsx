import { createFileRoute } from '@tanstack/react-router'
import { freshDocumentQuery } from '../../../../features/documents/documents/api.ts'
import { DocumentPage } from '../../../../features/documents/documents/index.ts'
import { documentSearch } from '../../../../features/documents/documents/search.ts'
import { subjectOfObject, ThreadList } from '../../../../features/documents/threads/index.ts'
import { readAhead } from '../../../../lib/read-ahead.ts'
import { pageSearch } from '../../../../lib/search-params.ts'

const Page = () => {
  const { documentId } = Route.useParams()
  return (
    <DocumentPage id={documentId} conversations={<ThreadList subject={subjectOfObject('DOCUMENT', documentId)} />} />
  )
}

export const Route = createFileRoute('/_staff/documents/$documentId/')({
  staticData: { access: 'staff' },
  validateSearch: pageSearch(documentSearch),
  loader: ({ params, preload }) => readAhead(preload, freshDocumentQuery(params.documentId)),
  component: Page,
})
