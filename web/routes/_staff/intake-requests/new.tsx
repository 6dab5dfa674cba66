import { createFileRoute } from '@tanstack/react-router'
import { CategoryCards } from '../../../features/requests/lists/index.ts'
import { to } from '../../../lib/address.ts'
import { PageHeader } from '../../../ui/page-header.tsx'

const Page = () => (
  <>
    <PageHeader
      title="New request"
      subtitle="Choose what you need."
      breadcrumbs={[{ label: 'Requests', href: to('/intake-requests') }]}
    />
    <CategoryCards />
  </>
)

export const Route = createFileRoute('/_staff/intake-requests/new')({
  staticData: { access: 'requests.use' },
  component: Page,
})
