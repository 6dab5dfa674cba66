import { createFileRoute } from '@tanstack/react-router'
import { whenAdmitted } from '../../../../../features/platform/shell/index.ts'
import { RequestPage, submissionQuery } from '../../../../../features/requests/submissions/index.ts'
import { SPEND_TAB } from '../../../../../features/spend/spend-requests/index.ts'
import { readAhead } from '../../../../../lib/read-ahead.ts'

const Page = () => {
  const { intakeSubmissionId, tab } = Route.useParams()
  return <RequestPage key={intakeSubmissionId} id={intakeSubmissionId} further={SPEND_TAB} {...(tab ? { tab } : {})} />
}

export const Route = createFileRoute('/_staff/sourcing/forms/$intakeSubmissionId/{-$tab}')({
  staticData: { access: 'sourcing.use' },
  loader: ({ params, preload }) =>
    whenAdmitted('sourcing.use', () => readAhead(preload, submissionQuery(params.intakeSubmissionId))),
  component: Page,
})
