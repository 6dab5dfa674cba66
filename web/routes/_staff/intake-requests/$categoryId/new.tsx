import { createFileRoute } from '@tanstack/react-router'
import { NewRequest } from '../../../../features/requests/submissions/index.ts'

const Page = () => {
  const { categoryId } = Route.useParams()
  return <NewRequest key={categoryId} categoryId={categoryId} />
}

export const Route = createFileRoute('/_staff/intake-requests/$categoryId/new')({
  staticData: { access: 'requests.use' },
  component: Page,
})
