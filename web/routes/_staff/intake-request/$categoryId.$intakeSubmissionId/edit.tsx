import { createFileRoute } from '@tanstack/react-router'
import { EditRequest } from '../../../../features/requests/submissions/index.ts'

const Page = () => {
  const { categoryId, intakeSubmissionId } = Route.useParams()
  return <EditRequest key={intakeSubmissionId} categoryId={categoryId} submissionId={intakeSubmissionId} />
}

export const Route = createFileRoute('/_staff/intake-request/$categoryId/$intakeSubmissionId/edit')({
  staticData: { access: 'requests.use' },
  component: Page,
})
