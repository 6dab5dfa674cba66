import { createFileRoute } from '@tanstack/react-router'
import { EditSentForm } from '../../../../features/vendors/vendor-forms/index.ts'

const Page = () => {
  const { intakeSubmissionId } = Route.useParams()
  return <EditSentForm key={intakeSubmissionId} id={intakeSubmissionId} />
}

export const Route = createFileRoute('/_staff/vendor-forms/$intakeSubmissionId/edit')({
  staticData: { access: 'vendor-forms.use' },
  component: Page,
})
