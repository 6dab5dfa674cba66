import { createFileRoute } from '@tanstack/react-router'
import { ApprovalEffectsProvider, RequestPage } from '../../../../features/requests/submissions/index.ts'
import { SPEND_TAB } from '../../../../features/spend/spend-requests/index.ts'
import { SentFormPage, VENDOR_UPDATES } from '../../../../features/vendors/vendor-forms/index.ts'

const Page = () => {
  const { intakeSubmissionId: id, tab } = Route.useParams()
  return (
    <ApprovalEffectsProvider value={VENDOR_UPDATES}>
      <SentFormPage
        key={id}
        id={id}
        submitted={<RequestPage id={id} further={SPEND_TAB} {...(tab ? { tab } : {})} />}
      />
    </ApprovalEffectsProvider>
  )
}

export const Route = createFileRoute('/_staff/vendor-forms/$intakeSubmissionId/{-$tab}')({
  staticData: { access: 'vendor-forms.use' },
  component: Page,
})
