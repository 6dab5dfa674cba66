import { createFileRoute } from '@tanstack/react-router'
import { InboxPage } from '../../features/approvals/inbox/index.ts'
import { BILL_IN_INBOX } from '../../features/money/bills/index.ts'
import { ApprovalEffectsProvider, REQUEST_IN_INBOX } from '../../features/requests/submissions/index.ts'
import { ORDER_CHANGE_IN_INBOX } from '../../features/spend/purchase-orders/index.ts'
import { SPEND_IN_INBOX } from '../../features/spend/spend-requests/index.ts'
import { VENDOR_UPDATES } from '../../features/vendors/vendor-forms/index.ts'

/** Whatever is approved appears in the inbox once it stands here. */
const SUBJECTS = {
  INTAKE_SUBMISSION: {
    ...REQUEST_IN_INBOX,
    decide: async (...decision: Parameters<typeof REQUEST_IN_INBOX.decide>) => {
      await VENDOR_UPDATES.confirm(decision[0])
      return REQUEST_IN_INBOX.decide(...decision)
    },
  },
  SPEND_REQUEST: SPEND_IN_INBOX,
  BILL: BILL_IN_INBOX,
  PURCHASE_ORDER: ORDER_CHANGE_IN_INBOX,
}

const Page = () => (
  <ApprovalEffectsProvider value={VENDOR_UPDATES}>
    <InboxPage subjects={SUBJECTS} />
  </ApprovalEffectsProvider>
)

export const Route = createFileRoute('/_staff/inbox')({
  staticData: { access: 'approvals.take-part' },
  component: Page,
})
