import { createFileRoute } from '@tanstack/react-router'
import { SentFormList, sentFormSearch } from '../../../features/vendors/vendor-forms/index.ts'
import { pageSearch } from '../../../lib/search-params.ts'
import { tableSearch } from '../../../ui/table/table-search.ts'

export const Route = createFileRoute('/_staff/vendor-forms/')({
  staticData: { access: 'vendor-forms.use' },
  validateSearch: pageSearch(sentFormSearch, tableSearch),
  component: SentFormList,
})
