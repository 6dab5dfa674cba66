import { createFileRoute } from '@tanstack/react-router'
import { serviceSearch } from '../../../../features/vendors/services/index.ts'
import { VendorPage, vendorQuery } from '../../../../features/vendors/vendors/index.ts'
import { readAhead } from '../../../../lib/read-ahead.ts'
import { pageSearch } from '../../../../lib/search-params.ts'
import { tableSearch } from '../../../../ui/table/table-search.ts'
import { useVendorParts } from './-parts.tsx'

const Page = () => {
  const { vendorId } = Route.useParams()
  return <VendorPage id={vendorId} tab="services" parts={useVendorParts()} />
}

export const Route = createFileRoute('/_staff/vendors/$vendorId/services')({
  staticData: { access: 'staff' },
  validateSearch: pageSearch(serviceSearch, tableSearch),
  loader: ({ params, preload }) => readAhead(preload, vendorQuery(params.vendorId)),
  component: Page,
})
