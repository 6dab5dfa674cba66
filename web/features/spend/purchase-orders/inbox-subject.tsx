import type { InboxSubject, OpenedItem } from '../../approvals/inbox/index.ts'
import { SubjectApiProvider, SubjectInInbox } from '../../requests/submissions/index.ts'
import { usePurchaseOrder } from './api.ts'
import { CHANGE_DECISIONS, ORDER_CHANGE_API, useOrderApprovals, useOrderChanges } from './change-api.ts'
import { ProposedChange } from './change-details.tsx'

interface ChangeInInboxProps {
  id: string
  onOpened: (opened: OpenedItem) => void
}

const ChangeInInbox = ({ id, onOpened }: ChangeInInboxProps) => {
  const order = usePurchaseOrder(id)
  const changes = useOrderChanges(id)
  const approvals = useOrderApprovals(id)
  const [change] = changes.data?.nodes ?? []
  const data = order.data &&
    change && {
      ...{ order: order.data, change, version: changes.data?.version ?? 1, fullyReviewedAt: change.completedAt },
    }
  return (
    <SubjectApiProvider api={ORDER_CHANGE_API}>
      <SubjectInInbox
        id={id}
        subject={{ data, error: order.error ?? changes.error }}
        approvals={approvals}
        onOpened={onOpened}
        editHref={() => null}
        details={(one) => <ProposedChange order={one.order} change={one.change} withLines />}
      />
    </SubjectApiProvider>
  )
}

/** How the inbox shows changes of orders and decides on them. */
export const ORDER_CHANGE_IN_INBOX: InboxSubject = { ...CHANGE_DECISIONS, Detail: ChangeInInbox }
