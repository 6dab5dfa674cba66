import type { InboxSubject, OpenedItem } from '../../approvals/inbox/index.ts'
import { SubjectApiProvider, SubjectInInbox } from '../../requests/submissions/index.ts'
import { billHref, editHref } from './address.ts'
import { useBill, useBillApprovals } from './api.ts'
import { BillDetails } from './bill-details.tsx'
import { BILL_API } from './subject-api.ts'

interface BillInInboxProps {
  id: string
  onOpened: (opened: OpenedItem) => void
}

const BillInInbox = ({ id, onOpened }: BillInInboxProps) => {
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

/** How the inbox shows bills and decides on them. */
export const BILL_IN_INBOX: InboxSubject = {
  noun: BILL_API.noun,
  hrefOf: (id) => billHref(id),
  keyOf: BILL_API.keyOf,
  decide: BILL_API.decide,
  undo: (id, sequence, commandId) => BILL_API.undo(id, { sequence }, commandId),
  Detail: BillInInbox,
}
