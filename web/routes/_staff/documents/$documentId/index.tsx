import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { loadChat } from '../../../../features/documents/chats/index.ts'
import { DocumentPage, documentSearch, freshDocumentQuery } from '../../../../features/documents/documents/index.ts'
import { discussionOfDocument, ThreadList } from '../../../../features/documents/threads/index.ts'
import { useCan } from '../../../../features/platform/session/index.ts'
import { readAhead } from '../../../../lib/read-ahead.ts'
import { pageSearch } from '../../../../lib/search-params.ts'

const Chat = lazy(async () => ({ default: (await loadChat()).Chat }))

const HINT = 'Answers come from the text of this document, with the sentence and its page. Only you see your questions.'
const EXAMPLES = ['When does it end?', 'What is the notice period?', 'How much does it cost?']

const Page = () => {
  const { documentId } = Route.useParams()
  const mayAsk = useCan()('assistant.use')
  return (
    <DocumentPage
      id={documentId}
      conversations={<ThreadList subject={discussionOfDocument(documentId)} />}
      {...(mayAsk && {
        assistant: (onPage: (page: number) => void) => (
          <Suspense>
            <Chat key={documentId} about={{ documentId }} hint={HINT} examples={EXAMPLES} onPage={onPage} />
          </Suspense>
        ),
      })}
    />
  )
}

export const Route = createFileRoute('/_staff/documents/$documentId/')({
  staticData: { access: 'staff' },
  validateSearch: pageSearch(documentSearch),
  loader: ({ params, preload }) => readAhead(preload, freshDocumentQuery(params.documentId)),
  component: Page,
})
