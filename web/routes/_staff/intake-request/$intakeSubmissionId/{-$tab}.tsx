import { createFileRoute } from '@tanstack/react-router'
import { RequestPage } from '../../../../features/requests/submissions/index.ts'

const Page = () => {
  const { intakeSubmissionId, tab } = Route.useParams()
  return <RequestPage key={intakeSubmissionId} id={intakeSubmissionId} {...(tab ? { tab } : {})} />
}

export const Route = createFileRoute('/_staff/intake-request/$intakeSubmissionId/{-$tab}')({
  staticData: { access: 'requests.use' },
  component: Page,
})
