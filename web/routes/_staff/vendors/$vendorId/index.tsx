import { createFileRoute } from '@tanstack/react-router'
import { VendorPage, vendorQuery } from '../../../../features/vendors/vendors/index.ts'
import { readAhead } from '../../../../lib/read-ahead.ts'
import { useVendorParts } from './-parts.tsx'

const Page = () => {
  const { vendorId } = Route.useParams()
  return <VendorPage id={vendorId} parts={useVendorParts()} />
}

export const Route = createFileRoute('/_staff/vendors/$vendorId/')({
  staticData: { access: 'staff' },
  loader: ({ params, preload }) => readAhead(preload, vendorQuery(params.vendorId)),
  component: Page,
})
