import { createFileRoute } from '@tanstack/react-router'
import { RequestPage } from '../../../../features/requests/submissions/index.ts'
import { SPEND_TAB } from '../../../../features/spend/spend-requests/index.ts'
import { SentFormPage } from '../../../../features/vendors/vendor-forms/index.ts'

const Page = () => {
  const { intakeSubmissionId: id, tab } = Route.useParams()
  return (
    <SentFormPage key={id} id={id} submitted={<RequestPage id={id} further={SPEND_TAB} {...(tab ? { tab } : {})} />} />
  )
}

export const Route = createFileRoute('/_staff/vendor-forms/$intakeSubmissionId/{-$tab}')({
  staticData: { access: 'vendor-forms.use' },
  component: Page,
})
