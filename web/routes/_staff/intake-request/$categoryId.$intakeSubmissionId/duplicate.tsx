import { createFileRoute } from '@tanstack/react-router'
import { DuplicateRequest } from '../../../../features/requests/submissions/index.ts'

const Page = () => {
  const { categoryId, intakeSubmissionId } = Route.useParams()
  return <DuplicateRequest key={intakeSubmissionId} categoryId={categoryId} submissionId={intakeSubmissionId} />
}

export const Route = createFileRoute('/_staff/intake-request/$categoryId/$intakeSubmissionId/duplicate')({
  staticData: { access: 'requests.use' },
  component: Page,
})
