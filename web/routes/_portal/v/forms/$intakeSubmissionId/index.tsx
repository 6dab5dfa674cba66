import { createFileRoute } from '@tanstack/react-router'
import { FormPage } from '../../../../../features/vendors/vendor-forms/index.ts'

const Page = () => {
  const { intakeSubmissionId } = Route.useParams()
  return <FormPage key={intakeSubmissionId} id={intakeSubmissionId} />
}

export const Route = createFileRoute('/_portal/v/forms/$intakeSubmissionId/')({
  staticData: { access: 'vendor user' },
  component: Page,
})
