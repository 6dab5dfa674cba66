import { createFileRoute } from '@tanstack/react-router'
import { CategoryCards } from '../../../features/requests/lists/category-cards.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'

const Page = () => (
  <>
    <PageHeader
      title="New request"
      subtitle="Choose what you need."
      breadcrumbs={[{ label: 'Requests', href: '/intake-requests' }]}
    />
    <CategoryCards />
  </>
)

export const Route = createFileRoute('/_staff/intake-requests/new')({
  staticData: { access: 'requests.use' },
  component: Page,
})
