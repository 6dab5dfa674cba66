import type { OpenedItem } from '../../approvals/inbox/index.ts'
import { SubjectApiProvider, SubjectInInbox } from '../../requests/submissions/index.ts'
import { usePurchaseOrder } from './api.ts'
import { ORDER_CHANGE_API, useOrderApprovals, useOrderChanges } from './change-api.ts'
import { ProposedChange } from './change-details.tsx'

interface ChangeInInboxProps {
  id: string
  onOpened: (opened: OpenedItem) => void
}

/** A change of an order as the inbox shows it. */
export const ChangeInInbox = ({ id, onOpened }: ChangeInInboxProps) => {
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
