import { CategoryCards } from '../../features/requests/lists/category-cards.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

export const Page = () => (
  <>
    <PageHeader
      title="New request"
      subtitle="Choose what you need."
      breadcrumbs={[{ label: 'Requests', href: '/intake-requests' }]}
    />
    <CategoryCards />
  </>
)
