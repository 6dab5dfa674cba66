import { createFileRoute } from '@tanstack/react-router'
import { CustomersPage } from '../../../features/vendors/portal/index.ts'

const Page = () => <CustomersPage />

export const Route = createFileRoute('/_portal/v/customers')({
  staticData: { access: 'vendor user' },
  component: Page,
})
