import { createFileRoute } from '@tanstack/react-router'
import { LinksItem, OpenLinksNotice } from '../../../features/planning/vendor-links/index.ts'
import { listSearch, VendorList } from '../../../features/vendors/vendors/index.ts'
import { pageSearch } from '../../../lib/search-params.ts'
import { tableSearch } from '../../../ui/table/table-search.ts'

const Page = () => <VendorList notice={<OpenLinksNotice />} more={<LinksItem />} />

export const Route = createFileRoute('/_staff/vendors/')({
  staticData: { access: 'staff' },
  validateSearch: pageSearch(listSearch, tableSearch),
  component: Page,
})
