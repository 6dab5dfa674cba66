import { createFileRoute } from '@tanstack/react-router'
import { PublicForm } from '../../../features/requests/sourcing/index.ts'

const Page = () => {
  const { companyId, categoryId } = Route.useParams()
  return <PublicForm key={categoryId} companyId={companyId} categoryId={categoryId} />
}

export const Route = createFileRoute('/public/sourcing/$companyId/$categoryId')({
  staticData: { access: 'everyone' },
  component: Page,
})
