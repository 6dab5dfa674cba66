import { createFileRoute } from '@tanstack/react-router'
import { whenAdmitted } from '../../../../features/platform/shell/index.ts'
import {
  ApprovalEffectsProvider,
  RequestPage,
  submissionQuery,
} from '../../../../features/requests/submissions/index.ts'
import { SPEND_TAB } from '../../../../features/spend/spend-requests/index.ts'
import { VENDOR_UPDATES } from '../../../../features/vendors/vendor-forms/index.ts'
import { readAhead } from '../../../../lib/read-ahead.ts'

const Page = () => {
  const { intakeSubmissionId, tab } = Route.useParams()
  return (
    <ApprovalEffectsProvider value={VENDOR_UPDATES}>
      <RequestPage key={intakeSubmissionId} id={intakeSubmissionId} further={SPEND_TAB} {...(tab ? { tab } : {})} />
    </ApprovalEffectsProvider>
  )
}

export const Route = createFileRoute('/_staff/intake-request/$intakeSubmissionId/{-$tab}')({
  staticData: { access: 'requests.use' },
  loader: ({ params, preload }) =>
    whenAdmitted('requests.use', () => readAhead(preload, submissionQuery(params.intakeSubmissionId))),
  component: Page,
})
