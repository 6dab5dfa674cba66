import { createFileRoute } from '@tanstack/react-router'
import { DocumentList, documentListSearch } from '../../../features/documents/documents/index.ts'
import { pageSearch } from '../../../lib/search-params.ts'
import { tableSearch } from '../../../ui/table/table-search.ts'

export const Route = createFileRoute('/_staff/documents/')({
  staticData: { access: 'staff' },
  validateSearch: pageSearch(documentListSearch, tableSearch),
  component: DocumentList,
})
