import { createFileRoute } from '@tanstack/react-router'
import { InboxPage } from '../../features/approvals/inbox/index.ts'
import { REQUEST_IN_INBOX } from '../../features/requests/submissions/index.ts'
import { SPEND_IN_INBOX } from '../../features/spend/spend-requests/index.ts'

/** Whatever is approved appears in the inbox once it stands here. */
const SUBJECTS = { INTAKE_SUBMISSION: REQUEST_IN_INBOX, SPEND_REQUEST: SPEND_IN_INBOX }

const Page = () => <InboxPage subjects={SUBJECTS} />

export const Route = createFileRoute('/_staff/inbox')({
  staticData: { access: 'approvals.take-part' },
  component: Page,
})
