import { createFileRoute } from '@tanstack/react-router'
import { useAccountingVendorField } from '../../../../features/planning/transactions/index.ts'
import { EditVendorPage } from '../../../../features/vendors/vendors/index.ts'

const Page = () => {
  const { vendorId } = Route.useParams()
  return <EditVendorPage id={vendorId} accounting={useAccountingVendorField()} />
}

export const Route = createFileRoute('/_staff/vendors/$vendorId/edit')({
  staticData: { access: 'staff' },
  component: Page,
})
