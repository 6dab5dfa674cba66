import { createFileRoute } from '@tanstack/react-router'
import { HowApproved } from '../../../../features/requests/submissions/index.ts'

const Page = () => {
  const { categoryId } = Route.useParams()
  return <HowApproved key={categoryId} categoryId={categoryId} />
}

export const Route = createFileRoute('/_staff/intake-requests/$categoryId/how-approved')({
  staticData: { access: 'requests.use' },
  component: Page,
})
