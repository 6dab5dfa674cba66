import { createFileRoute } from '@tanstack/react-router'
import { VendorPage } from '../../../../features/vendors/vendors/index.ts'

const Page = () => {
  const { vendorId, tab } = Route.useParams()
  return <VendorPage id={vendorId} tab={tab} />
}

export const Route = createFileRoute('/_staff/vendors/$vendorId/$tab')({
  staticData: { access: 'staff' },
  component: Page,
})
