import { createFileRoute } from '@tanstack/react-router'
import { useAccountingVendorField } from '../../../features/planning/transactions/index.ts'
import { NewVendorPage } from '../../../features/vendors/vendors/index.ts'

const Page = () => <NewVendorPage accounting={useAccountingVendorField()} />

export const Route = createFileRoute('/_staff/vendors/add-new')({
  staticData: { access: 'staff' },
  component: Page,
})
