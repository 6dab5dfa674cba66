import { createFileRoute } from '@tanstack/react-router'
import { EditFormPage } from '../../../../../features/vendors/vendor-forms/index.ts'

const Page = () => {
  const { intakeSubmissionId } = Route.useParams()
  return <EditFormPage key={intakeSubmissionId} id={intakeSubmissionId} />
}

export const Route = createFileRoute('/_portal/v/forms/$intakeSubmissionId/edit')({
  staticData: { access: 'vendor user' },
  component: Page,
})
