import { createFileRoute } from '@tanstack/react-router'
import { MergePage, mergeSearch } from '../../../../features/vendors/merges/index.ts'
import { pageSearch } from '../../../../lib/search-params.ts'

const Page = () => {
  const { vendorId } = Route.useParams()
  return <MergePage key={vendorId} vendorId={vendorId} />
}

export const Route = createFileRoute('/_staff/vendors/$vendorId/merge')({
  staticData: { access: 'staff' },
  validateSearch: pageSearch(mergeSearch),
  component: Page,
})
