import type { OpenedItem } from '../../../approvals/inbox/index.ts'
import { SubjectApiProvider, SubjectInInbox } from '../../../requests/submissions/index.ts'
import { editHref } from '../address.ts'
import { useBill, useBillApprovals } from '../api.ts'
import { BillDetails } from '../bill-details.tsx'
import { BILL_API } from '../subject-api.ts'

interface BillInInboxProps {
  id: string
  onOpened: (opened: OpenedItem) => void
}

/** A bill as the inbox shows it. */
export const BillInInbox = ({ id, onOpened }: BillInInboxProps) => {
  const bill = useBill(id)
  const approvals = useBillApprovals(id)
  return (
    <SubjectApiProvider api={BILL_API}>
      <SubjectInInbox
        id={id}
        subject={bill}
        approvals={approvals}
        onOpened={onOpened}
        editHref={({ id: billId, canEdit }) => (canEdit ? editHref(billId) : null)}
        details={(one) => <BillDetails bill={one} />}
      />
    </SubjectApiProvider>
  )
}
